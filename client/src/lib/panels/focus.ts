// A drawer opened by keys takes the focus at once, and gives it back when it closes.

/** Takes the focus into a drawer for as long as it is open. */
export function takesFocus(drawer: HTMLElement): { destroy: () => void } {
  const before = document.activeElement;
  drawer.querySelector<HTMLElement>('input, select, button')?.focus();
  return {
    destroy: () => {
      // Something else may have taken it meanwhile.
      const lost = document.activeElement === document.body || drawer.contains(document.activeElement);
      if (lost && before instanceof Element && before.isConnected && 'focus' in before) (before as HTMLElement).focus();
    },
  };
}
