// A brand colour → the accent's ten shades, for light pages and for dark ones. Its hue is kept, and as much of its strength
// as a shade can have; how light a shade is follows from what is read on it or in it, so that nobody's colour can make
// words unreadable.

import { ON_DARK, ON_LIGHT } from './theme.ts'

/** A little more than WCAG AA asks for: colours are rounded. */
const WORDS = 4.55
const MARKS = 3.05

const WHITE = '#ffffff'
/** Backgrounds that words and marks may stand on; the darkest of light pages is a chosen line, the lightest of dark ones a hovered one. */
const LIGHT_GROUNDS = [ON_LIGHT['--surface'], ON_LIGHT['--ground'], ON_LIGHT['--surface-sunken'], '#e7e7ea']
const DARK_GROUNDS = [ON_DARK['--surface'], ON_DARK['--surface-sunken'], ON_DARK['--mantine-color-default-hover']]

/** How light each shade is where nothing else decides, and how much of the colour's strength it has. */
const LIGHTNESS = [0.962, 0.915, 0.835, 0.75, 0.67, 0.585, 0.515, 0.46, 0.4, 0.345]
const STRENGTH = [0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1, 0.95, 0.8, 0.65]

export type Variables = Readonly<Record<string, string>>

export interface Brand {
  readonly light: Variables
  readonly dark: Variables
}

export function brandOf(colour: string): Brand {
  return { light: onLight(colour), dark: onDark(colour) }
}

/** The colour itself is the sixth, if white words can be read on it. */
function onLight(colour: string): Variables {
  const shades = shadesOf(colour)
  shades[6] = moved(colour, 'darker', (shade) => contrast(WHITE, shade) >= WORDS)
  shades[5] = moved(shades[5] ?? colour, 'darker', (shade) => readable(shade, LIGHT_GROUNDS, MARKS))
  const grounds = [...LIGHT_GROUNDS, shades[0] ?? WHITE]
  shades[7] = moved(darkerOf(shades, 7), 'darker', (shade) => readable(shade, grounds, WORDS))
  shades[8] = darkerOf(shades, 8)
  shades[9] = moved(darkerOf(shades, 9), 'darker', (shade) => contrast(shade, shades[2] ?? WHITE) >= WORDS)
  return { ...numbered(shades), '--mantine-color-accent-text': 'var(--mantine-color-accent-7)' }
}

/** Buttons are seen against the page, and white words are read on them: between these two there is room for every hue. */
function onDark(colour: string): Variables {
  const shades = shadesOf(colour)
  const filled = moved(colour, 'darker', (shade) => contrast(WHITE, shade) >= WORDS)
  shades[6] = moved(filled, 'lighter', (shade) => contrast(shade, ON_DARK['--surface']) >= MARKS)
  shades[7] = darkerOf(shades, 7)
  shades[5] = moved(shades[5] ?? colour, 'lighter', (shade) => readable(shade, DARK_GROUNDS, MARKS))
  shades[4] = moved(shades[4] ?? colour, 'lighter', (shade) => readable(shade, DARK_GROUNDS, WORDS))
  const chosen = shade(colour, 0.27, 0.35)
  shades[3] = moved(shades[3] ?? colour, 'lighter', (each) => readable(each, [...DARK_GROUNDS, chosen], WORDS))
  return {
    ...numbered(shades),
    '--chosen': chosen,
    '--mantine-color-accent-light': shade(colour, 0.25, 0.45),
    '--mantine-color-accent-light-hover': shade(colour, 0.3, 0.5),
  }
}

function shadesOf(colour: string): string[] {
  return LIGHTNESS.map((lightness, index) => shade(colour, lightness, STRENGTH[index] ?? 1))
}

/** As much darker than the shade before it as the accent is, or darker still. */
function darkerOf(shades: readonly string[], index: number): string {
  const before = shades[index - 1] ?? WHITE
  const step = (LIGHTNESS[index - 1] ?? 0) - (LIGHTNESS[index] ?? 0)
  const lightness = Math.min(LIGHTNESS[index] ?? 0, lightnessOf(before) - step)
  return shade(before, Math.max(0, lightness), 1)
}

function numbered(shades: readonly string[]): Variables {
  const outline = 'color-mix(in srgb, var(--mantine-color-accent-outline) 5%, transparent)'
  return {
    ...Object.fromEntries(shades.map((each, index) => [`--mantine-color-accent-${index}`, each])),
    '--mantine-color-accent-outline-hover': outline,
  }
}

const STEP = 0.004

function moved(colour: string, way: 'lighter' | 'darker', isEnough: (colour: string) => boolean): string {
  let found = colour
  for (let lightness = lightnessOf(colour); !isEnough(found) && lightness >= 0 && lightness <= 1;) {
    lightness += way === 'lighter' ? STEP : -STEP
    found = shade(colour, lightness, 1)
  }
  return found
}

function readable(colour: string, grounds: readonly string[], least: number): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= least)
}

/** By WCAG: 1 for equal ones, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

type Three = readonly [number, number, number]

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Light of red, green and blue, each from 0 to 1. */
function linear(colour: string): Three {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour
  const part = (at: number): number => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** Oklab: lightness as people see it, and two axes of colour. */
function oklab(colour: string): Three {
  const [red, green, blue] = linear(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

function lightnessOf(colour: string): number {
  return oklab(colour)[0]
}

/** The colour, as light as that and with so much of its strength, or with as much as a screen can show. */
function shade(colour: string, lightness: number, strength: number): string {
  const [, a, b] = oklab(colour)
  for (let left = strength; left > 0.02; left -= 0.02) {
    const rgb = fromOklab([lightness, a * left, b * left])
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return hex(rgb)
  }
  return hex(fromOklab([lightness, 0, 0]))
}

function fromOklab([lightness, a, b]: Three): Three {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function hex(rgb: Three): string {
  const digits = rgb.map((part) => {
    const light = Math.min(1, Math.max(0, part))
    const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
