// A brand colour → the ten shades of the accent, for light and dark pages. The hue is kept, with as much chroma as a
// shade permits; the lightness follows from the required contrast, so that no colour makes text unreadable.

import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn'
import { ON_DARK, ON_LIGHT } from './theme.ts'

registerMode(modeRgb)
registerMode(modeLrgb)
registerMode(modeOklab)
const toOklch = registerMode(modeOklch)

/** Slightly more than WCAG AA, because colours are rounded. */
const WORDS = 4.55
const MARKS = 3.05

const WHITE = '#ffffff'
/**
 * Backgrounds of text and marks; the darkest on light pages is a selected row, the lightest on dark ones a hovered row.
 */
const LIGHT_GROUNDS = [ON_LIGHT['--surface'], ON_LIGHT['--ground'], ON_LIGHT['--surface-sunken'], '#e7e7ea']
const DARK_GROUNDS = [ON_DARK['--surface'], ON_DARK['--surface-sunken'], ON_DARK['--mantine-color-default-hover']]

/** Default lightness of each shade, and its share of the colour's chroma. */
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

/** The colour itself is the sixth shade, if white text is readable on it. */
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

/**
 * Buttons need contrast with the page and with their white text: between these two bounds there is room for every hue.
 */
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

/** Darker than the previous shade by at least the accent's step. */
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

/** By WCAG: 1 for equal colours, 21 for black on white. */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other)
}

function lightnessOf(colour: string): number {
  return Math.min(1, Math.max(0, oklch(colour).l))
}

/** The colour's hue with this lightness and share of chroma, within the screen's gamut. */
function shade(colour: string, lightness: number, strength: number): string {
  const { c, h = 0 } = oklch(colour)
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: c * strength, h }, 'oklch'))
}

function oklch(colour: string): Oklch {
  const parsed = toOklch(colour)
  if (parsed === undefined)
    throw new Error(`Defect: ${colour} is not a colour. The checker accepts hexadecimal ones only.`)
  return parsed
}
