// Where the eye is over the table. While it moves, finished pictures are only shifted and stretched by the compositor;
// when it rests they are drawn anew for where it rests. So a moving view costs no drawing, whatever lies on the table.

import type { At } from '../protocol/contract';
import { clamp } from './geometry';

/** The point of the scene at the frame's upper left corner, and the units of the scene to a pixel. */
export interface Eye {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** A picture that follows the eye: the eye that its own upper left corner was drawn for. */
interface Layer {
  readonly element: HTMLElement | SVGElement;
  readonly drawnFor: () => Eye;
}

/** So long must the eye keep still before pictures are drawn anew, in milliseconds. */
const REST = 140;
/** Pictures stretched more than this are drawn anew although the eye still moves. */
const STRETCH = 2;
/** The closest look shows this part of the scene's width, the farthest this many of it. */
const CLOSEST = 1 / 40;
const FARTHEST = 2;

export class Camera {
  /** Where the eye last rested: pictures are drawn for this. */
  rest: Eye = $state.raw({ x: 0, y: 0, scale: 1 });
  /** The frame on the screen. */
  size: Size = $state.raw({ w: 1, h: 1 });
  /** Where the eye is now. It changes with every frame, so nothing may be drawn from it. */
  #eye: Eye = { x: 0, y: 0, scale: 1 };
  #scene: Size = { w: 1, h: 1 };
  #layers = new Set<Layer>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  get eye(): Eye {
    return this.#eye;
  }

  /** The scene that is looked at; the whole of it comes into view when it is another one. */
  look(width: number, height: number): void {
    if (width === this.#scene.w && height === this.#scene.h) return;
    this.#scene = { w: width, h: height };
    this.showAll();
  }

  resize(w: number, h: number): void {
    const first = this.size.w <= 1;
    const middle: At = this.at(this.size.w / 2, this.size.h / 2);
    this.size = { w: w || 1, h: h || 1 };
    if (first) this.showAll();
    else this.centre(middle);
  }

  /** The point of the scene under a point of the frame. */
  at(x: number, y: number): At {
    return [this.#eye.x + x * this.#eye.scale, this.#eye.y + y * this.#eye.scale];
  }

  sees([x, y]: At): boolean {
    const { x: left, y: top, scale } = this.#eye;
    return x > left && y > top && x < left + this.size.w * scale && y < top + this.size.h * scale;
  }

  showAll(): void {
    const margin = Math.max(this.#scene.w, this.#scene.h) * 0.015;
    const scale = Math.max((this.#scene.w + 2 * margin) / this.size.w, (this.#scene.h + 2 * margin) / this.size.h);
    this.#go({ x: (this.#scene.w - this.size.w * scale) / 2, y: (this.#scene.h - this.size.h * scale) / 2, scale });
    this.#settle();
  }

  centre([x, y]: At): void {
    const { scale } = this.#eye;
    this.#go({ x: x - (this.size.w / 2) * scale, y: y - (this.size.h / 2) * scale, scale });
  }

  /** Moves the eye by so many pixels. */
  pan(dx: number, dy: number): void {
    const { x, y, scale } = this.#eye;
    const [w, h] = [this.size.w * scale, this.size.h * scale];
    this.#go({
      x: clamp(x + dx * scale, -w * 0.8, this.#scene.w - w * 0.2),
      y: clamp(y + dy * scale, -h * 0.8, this.#scene.h - h * 0.2),
      scale,
    });
  }

  /** Comes nearer (below 1) or goes farther, about a point of the frame or its middle. */
  zoom(by: number, x = this.size.w / 2, y = this.size.h / 2): void {
    const width = this.#scene.w / this.size.w;
    const scale = clamp(this.#eye.scale * by, width * CLOSEST, width * FARTHEST);
    const [sx, sy] = this.at(x, y);
    this.#go({ x: sx - x * scale, y: sy - y * scale, scale });
  }

  /** A picture that shall follow the eye, for as long as it is there. */
  follow(element: HTMLElement | SVGElement, drawnFor: () => Eye): () => void {
    const layer = { element, drawnFor };
    this.#layers.add(layer);
    this.#shift(layer);
    return () => this.#layers.delete(layer);
  }

  /** Puts every picture where it belongs now: after one has been drawn anew. */
  place(): void {
    for (const layer of this.#layers) this.#shift(layer);
  }

  close(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#layers.clear();
  }

  #go(eye: Eye): void {
    this.#eye = eye;
    const stretch = this.rest.scale / eye.scale;
    if (stretch > STRETCH || stretch < 1 / STRETCH) this.#settle();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), REST);
    // However many events come between two frames, pictures are shifted once.
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.place();
    });
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.rest = this.#eye;
  }

  #shift({ element, drawnFor }: Layer): void {
    const { x, y, scale } = this.#eye;
    const from = drawnFor();
    const stretch = from.scale / scale;
    const [dx, dy] = [(from.x - x) / scale, (from.y - y) / scale];
    // Whole pixels keep lines and letters sharp.
    element.style.transform = `translate(${Math.round(dx)}px, ${Math.round(dy)}px) scale(${stretch})`;
  }
}
