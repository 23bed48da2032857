/** Lightness 0..1, then the green-red and blue-yellow axes of OKLab (Ottosson, 2020). */
type Lab = readonly [lightness: number, a: number, b: number];
/** Red, green and blue, 0..255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const toChannel = (linear: number): number => {
  const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, share)));
};

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

const times = (m: Matrix, [x, y, z]: Vector): Vector => {
  const dot = ([a, b, c]: Vector) => a * x + b * y + c * z;
  return [dot(m[0]), dot(m[1]), dot(m[2])];
};

const LIGHT_TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const CONES_TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LAB_TO_CONES: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const CONES_TO_LIGHT: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const map = ([x, y, z]: Vector, each: (value: number) => number): Vector => [
  each(x),
  each(y),
  each(z),
];

export const labOf = (colour: Rgb): Lab =>
  times(CONES_TO_LAB, map(times(LIGHT_TO_CONES, map(colour, toLinear)), Math.cbrt));

/** The nearest colour of a screen; what it cannot show is cut off at its limits. */
export const rgbOf = (colour: Lab): Rgb =>
  map(
    times(
      CONES_TO_LIGHT,
      map(times(LAB_TO_CONES, colour), (cone) => cone ** 3),
    ),
    toChannel,
  );

interface Lch {
  /** 0..1. */
  readonly lightness: number;
  /** 0 is grey. */
  readonly chroma: number;
  /** Degrees. */
  readonly hue: number;
}

function labOfLch({ lightness, chroma, hue }: Lch): Lab {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

export const lchToRgb = (colour: Lch): Rgb => rgbOf(labOfLch(colour));

export const hexOf = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** How different two colours look: 0.02 is about what can just be told apart side by side. */
export const distance = (a: Rgb, b: Rgb): number => {
  const [one, other] = [labOf(a), labOf(b)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
};

/** How a person sees colours. */
type Vision = "usual" | keyof typeof DEFICIENCIES;

/** In linear light (Machado, Oliveira and Fernandes, 2009, complete deficiency). */
const DEFICIENCIES = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Readonly<Record<string, Matrix>>;

export const VISIONS: readonly Vision[] = ["usual", "protanopia", "deuteranopia", "tritanopia"];

/** A colour as a person with this vision sees it. */
export const seenBy = (colour: Rgb, vision: Vision): Rgb =>
  vision === "usual"
    ? colour
    : map(times(DEFICIENCIES[vision], map(colour, toLinear)), (light) => toChannel(light));

/** The distance of two colours for whoever can tell them apart least. */
export const leastDistance = (a: Rgb, b: Rgb): number =>
  Math.min(...VISIONS.map((vision) => distance(seenBy(a, vision), seenBy(b, vision))));
