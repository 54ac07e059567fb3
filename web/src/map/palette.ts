// palette.ts — the colours of the ground, by day and by night.

export interface Palette {
  clear: string;
  forest: string;
  forestRim: string;
  treeLight: string;
  tree: string;
  treeDark: string;
  hill: string;
  hachure: string;
  swamp: string;
  swampInk: string;
  lake: string;
  lakeBand: string;
  lakeInk: string;
  riverCase: string;
  river: string;
  stream: string;
  waterName: string;
  casing: string;
  roads: [string, string, string];
  builtUp: string;
  house: string;
  houseEdge: string;
  name: string;
  halo: string;
  border: string;
  grid: string;
  number: string;
  zone: string;
  outside: string;
  other: string;
  orchard: string;
  height: string;
  contour: string;
  hedge: string;
}

export const LIGHT: Palette = {
  clear: '#f3edd6',
  forest: '#bccf98',
  forestRim: '#8da86b',
  treeLight: '#9db97a',
  tree: '#7f9f5e',
  treeDark: '#56753f',
  hill: '#e6d3a6',
  hachure: '#7a5a34',
  swamp: '#d3e3d3',
  swampInk: '#4c7f8c',
  lake: '#a6cde2',
  lakeBand: '#86b7d3',
  lakeInk: '#2f6690',
  riverCase: '#2c5f8d',
  river: '#7fb6da',
  stream: '#4384b4',
  waterName: '#1f4e79',
  casing: '#4c3322',
  roads: ['#f2b84b', '#d2553b', '#fffbea'],
  builtUp: '#e3bfa8',
  house: '#9a4a3c',
  houseEdge: '#4e241d',
  name: '#17120c',
  halo: '#faf7ea',
  border: '#6a2c74',
  grid: '#6e6650',
  number: '#5b5440',
  zone: '#3c3426',
  outside: '#e9e2cc',
  other: '#6b6470',
  orchard: '#d9e2b4',
  height: '#9a6a2c',
  contour: '#8a5a2b',
  hedge: '#4e7a34',
};

export const DARK: Palette = {
  clear: '#3b3a33',
  forest: '#2f4030',
  forestRim: '#26352a',
  treeLight: '#43573f',
  tree: '#3d5540',
  treeDark: '#24362a',
  hill: '#4a4232',
  hachure: '#9c835a',
  swamp: '#33423f',
  swampInk: '#6b98a0',
  lake: '#25485d',
  lakeBand: '#2d566d',
  lakeInk: '#6ea3c4',
  riverCase: '#16324a',
  river: '#3f7ba5',
  stream: '#4a86ad',
  waterName: '#a9d2ee',
  casing: '#15100c',
  roads: ['#c8963a', '#b2553f', '#a39d8b'],
  builtUp: '#5c4a40',
  house: '#b06a58',
  houseEdge: '#2a1510',
  name: '#f2ecdc',
  halo: '#22211d',
  border: '#c79ad0',
  grid: '#8f886f',
  number: '#a9a28b',
  zone: '#cfc6ad',
  outside: '#2a2925',
  other: '#a49caa',
  orchard: '#3a4a34',
  height: '#b98a4a',
  contour: '#b08a5a',
  hedge: '#5f8a48',
};

export const SERIF = 'Georgia, "DejaVu Serif", "Liberation Serif", serif';
export const SANS = 'system-ui, "DejaVu Sans", "Liberation Sans", sans-serif';
