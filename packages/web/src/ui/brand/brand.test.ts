// Text is legible in any colour that an author chooses.

import { modeOklch, useMode as registerMode } from 'culori/fn'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Brand, brandOf, contrast, type Variables } from './brand.ts'
import { ON_DARK, ON_LIGHT } from './theme.ts'

const shadeOf = (variables: Variables, index: number): string => variables[`--mantine-color-accent-${index}`] ?? ''

/** Selected and hovered lines are slightly darker than their background, and slightly lighter in dark mode. */
const LIGHT_GROUNDS = ['#ffffff', ON_LIGHT['--ground'], ON_LIGHT['--surface-sunken'], '#e7e7ea']
const DARK_GROUNDS = [ON_DARK['--ground'], ON_DARK['--surface'], ON_DARK['--surface-sunken'], '#2a2b31']

function expectReadable({ light, dark }: Brand): void {
  for (const index of [6, 7]) {
    expect(contrast('#ffffff', shadeOf(light, index)), `white on light ${index}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', shadeOf(dark, index)), `white on dark ${index}`).toBeGreaterThanOrEqual(4.5)
  }
  for (const ground of [...LIGHT_GROUNDS, shadeOf(light, 0)])
    expect(contrast(shadeOf(light, 7), ground), `a link on ${ground}`).toBeGreaterThanOrEqual(4.5)
  for (const ground of [...DARK_GROUNDS, dark['--chosen'] ?? ''])
    expect(contrast(shadeOf(dark, 3), ground), `a link on ${ground}`).toBeGreaterThanOrEqual(4.5)
  for (const ground of DARK_GROUNDS)
    expect(contrast(shadeOf(dark, 4), ground), `words on ${ground}`).toBeGreaterThanOrEqual(4.5)
  for (const ground of LIGHT_GROUNDS)
    expect(contrast(shadeOf(light, 5), ground), `the focus on ${ground}`).toBeGreaterThanOrEqual(3)
  for (const ground of DARK_GROUNDS)
    expect(contrast(shadeOf(dark, 5), ground), `the focus on ${ground}`).toBeGreaterThanOrEqual(3)
  expect(contrast(shadeOf(dark, 6), ON_DARK['--surface']), 'a button on a dark page').toBeGreaterThanOrEqual(3)
  // An initial in its circle.
  for (const index of [1, 2]) expect(contrast(shadeOf(light, 9), shadeOf(light, index))).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['--mantine-color-accent-light', '--mantine-color-accent-light-hover'])
    expect(contrast(shadeOf(dark, 0), dark[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
}

it('keeps what is drawn in any colour readable, in light and in dark', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(part, part, part, (...parts) =>
      expectReadable(brandOf(`#${parts.map((each) => each.toString(16).padStart(2, '0')).join('')}`)),
    ),
    { numRuns: 150 },
  )
})

it.each(['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#00ffff', '#777777', '#525ac6', '#0a7d5c'])(
  'keeps it for %s',
  (colour) => expectReadable(brandOf(colour)),
)

it('finds a colour that is taken as it is', () => {
  const { light, dark } = brandOf('#ffd400')
  expect(() => expectReadable({ light: { ...light, '--mantine-color-accent-6': '#ffd400' }, dark })).toThrow('white on')
  expect(() => expectReadable({ light, dark: { ...dark, '--mantine-color-accent-3': '#0b1f4a' } })).toThrow('a link on')
})

it('uses the colour itself where it can be read', () => {
  for (const colour of ['#0a7d5c', '#1d4ed8', '#7a1fa2', '#0b1f4a'])
    expect(shadeOf(brandOf(colour).light, 6)).toBe(colour)
  expect(shadeOf(brandOf('#ffd400').light, 6)).not.toBe('#ffd400')
})

it('has the accent’s own shades come out much as they were chosen', () => {
  const { light } = brandOf('#525ac6')
  expect(contrast(shadeOf(light, 0), '#f0f1fc')).toBeLessThan(1.1)
  expect(contrast(shadeOf(light, 9), '#2f3577')).toBeLessThan(1.3)
})

const CHART_HUES = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5'] as const
const hueOf = registerMode(modeOklch)

it('draws charts in its hue, beside four others that do not look like it', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(part, part, part, (...parts) => {
      const colour = `#${parts.map((each) => each.toString(16).padStart(2, '0')).join('')}`
      const { light, dark } = brandOf(colour)
      for (const [variables, palette] of [
        [light, ON_LIGHT],
        [dark, ON_DARK],
      ] as const) {
        const [own = '', ...others] = CHART_HUES.map((name) => variables[name] ?? palette[name])
        expect(contrast(own, palette['--surface']), own).toBeGreaterThanOrEqual(3)
        const { c = 0, h = 0 } = hueOf(own) ?? {}
        if (c < 0.04) continue
        for (const other of others) {
          const apart = Math.abs(h - (hueOf(other)?.h ?? 0))
          expect(Math.min(apart, 360 - apart), `${own} beside ${other}`).toBeGreaterThan(20)
        }
      }
    }),
    { numRuns: 100 },
  )
})

it('leaves the hues of charts that do not look like its own', () => {
  expect(Object.keys(brandOf('#c07f16').light).filter((name) => name.startsWith('--chart-'))).toEqual([
    '--chart-1',
    '--chart-3',
  ])
})
