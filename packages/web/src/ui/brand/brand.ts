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
  return {
    ...numbered(shades),
    ...chartHues(colour, ON_LIGHT, CHART_LIGHTNESS.light),
    '--mantine-color-accent-text': 'var(--mantine-color-accent-7)',
  }
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
    ...chartHues(colour, ON_DARK, CHART_LIGHTNESS.dark),
    '--chosen': chosen,
    '--mantine-color-accent-light': shade(colour, 0.25, 0.45),
    '--mantine-color-accent-light-hover': shade(colour, 0.3, 0.5),
  }
}

/** As light as the other hues of charts, so that words on its tints and marks beside it are as readable. */
const CHART_LIGHTNESS = { light: 0.53, dark: 0.68 }
const CHART_HUES = ['--chart-2', '--chart-3', '--chart-4', '--chart-5'] as const
/** Hues that are nearer look alike beside each other. */
const NEAR_DEGREES = 30
const GREY_CHROMA = 0.02

/** Charts begin with the brand's hue. A hue of the palette that looks like it moves away from all others. */
function chartHues(colour: string, palette: typeof ON_LIGHT | typeof ON_DARK, lightness: number): Variables {
  const hues: Record<string, string> = { '--chart-1': shade(colour, lightness, 1) }
  for (const name of CHART_HUES) {
    const isAlike = degreesBetween(colour, palette[name]) < NEAR_DEGREES
    if (!isAlike) continue
    const others = CHART_HUES.filter((other) => other !== name).map((other) => hues[other] ?? palette[other])
    hues[name] = farthestFrom([colour, ...others], palette[name])
  }
  return hues
}

/** The same colour with the hue that is farthest from all others. */
function farthestFrom(others: readonly string[], colour: string): string {
  const { l, c } = oklch(colour)
  const candidates = Array.from({ length: 36 }, (_, tenth) =>
    formatHex(clampChroma({ mode: 'oklch', l, c, h: tenth * 10 }, 'oklch')),
  )
  const distance = (one: string): number => Math.min(...others.map((other) => degreesBetween(one, other)))
  return candidates.reduce((best, each) => (distance(each) > distance(best) ? each : best))
}

/** 180 if one of them is grey. */
function degreesBetween(one: string, other: string): number {
  const [a, b] = [oklch(one), oklch(other)]
  if (Math.min(a.c, b.c) < GREY_CHROMA) return 180
  const apart = Math.abs((a.h ?? 0) - (b.h ?? 0))
  return Math.min(apart, 360 - apart)
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
