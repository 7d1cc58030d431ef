// Troop symbols on a field of 40 x 40, drawn in the colour of the text. They must be told apart at 20 pixels.

const paths: Record<string, string> = {
  pike: 'M6 36V6M14 36V6M22 36V6M30 36V6M3 10l3-6 3 6zM11 10l3-6 3 6zM19 10l3-6 3 6zM27 10l3-6 3 6z',
  shot: 'M6 34L32 8M8 8l26 26M4 36l4-4M36 36l-4-4M28 6l6 6M6 12l6-6',
  horse: 'M12 36c0-8 2-12-4-16 2-6 8-10 12-14l3 4c6 2 9 8 9 14v12h-8v-8l-4 4v4z',
  light: 'M8 32L32 8M20 8h12v12',
  gun: 'M4 24h26v-6h6v12h-6M12 30a5 5 0 1 0 .1 0zM4 18h20',
  dragoon: 'M12 36c0-7 2-10-3-14 2-5 6-9 10-12l3 4c5 2 8 7 8 12M22 36L36 22M32 20l6 6',
  elephant: 'M6 34V20c0-8 6-12 14-12 6 0 10 3 12 8h4v14c0 4-6 4-6 0v-6M14 34v-6h8v6',
  wagon: 'M4 12h30v14H4zM12 32a4 4 0 1 0 .1 0zM27 32a4 4 0 1 0 .1 0z',
  chariot: 'M14 26a7 7 0 1 0 .1 0zM14 19H4V10h8l4 9M16 22h20M30 22l6-8',
  camel: 'M6 36V24c0-8 4-8 7-14 3-4 6 4 8 4s4-6 7 0c2 4 2 8 2 12v10M30 16l6-8M14 36v-8h8v8',
  bow: 'M10 4c16 6 16 26 0 32M10 4v32M6 20h28M28 14l6 6-6 6',
  spear: 'M10 36V6M20 36V6M30 36V6M7 11l3-6 3 6M17 11l3-6 3 6M27 11l3-6 3 6M6 26h28',
  foot: 'M8 8l24 24M32 8L8 32',
  commander: 'M12 38V4M12 6h20l-6 7 6 7H12',
  leader: 'M20 4l4.7 10.3 11.3 1.2-8.5 7.6 2.4 11.1L20 28.5l-9.9 5.7 2.4-11.1L4 15.5l11.3-1.2z',
  camp: 'M4 34L20 8l16 26zM20 34V22',
  none: '',
};

export const symbolPath = (name: string): string => paths[name] ?? paths['foot'] ?? '';
