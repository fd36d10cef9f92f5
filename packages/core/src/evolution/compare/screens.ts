// Point 2 of two models → removed addresses, added and removed screens, who may open them, and changes of their
// content.

import type { Model } from '../../model/model.ts'
import type { Route, Screen, ScreensModel } from '../../model/screens.ts'
import { blocksSaid, actionsSaid } from './blocks.ts'
import { performersSaid } from './performers.ts'
import { documentsSaid } from './documents.ts'
import { listed } from '../meaning.ts'
import { ELSEWHERE, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function compareScreens({ screens: old }: Model, { screens: now }: Model): Said[] {
  return membersSaid('The part "Screens"', SCREENS, { old: statedOf(old), now: statedOf(now) })
}

/** Provisional screens are not part of the text. */
function statedOf({ routes, screens, documents }: ScreensModel): ScreensModel {
  const stated = screens.filter(({ isProvisional }) => !isProvisional)
  return {
    routes: routes.filter(({ screen }) => stated.some(({ name }) => name === screen)),
    screens: stated,
    documents,
  }
}

const SCREENS: Members<ScreensModel> = {
  documents: documentsSaid,
  screens: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['contract', `The screen "${name}" is gone.`]],
      made: ({ name }) => [['safe', `The screen "${name}" is new.`]],
      changed: (pair) => membersSaid(`The screen "${pair.now.name}"`, screenMembers(pair.now.name), pair),
      order: ['safe', 'The screens stand in another order where people choose among them.'],
    }),
  routes: (old, now) => {
    const gone = old.filter(({ path }) => !now.some((each) => each.path === path))
    return [
      ...partsSaid(old, now, ({ path }) => path, {
        gone: () => [],
        made: ({ path, screen }) => [['safe', `The screen "${screen}" is at ${path}.`]],
        changed: (pair) => membersSaid(pair.now.path, routeMembers(pair.now.path), pair),
        order: ['safe', 'The addresses stand in another order.'],
      }),
      ...(gone.length === 0
        ? []
        : [
            ['contract', `Nothing is at ${listed(gone.map(({ path }) => path))} any more: links there break.`] as const,
          ]),
    ]
  },
}

function routeMembers(path: string): Members<Route> {
  return {
    path: KEY,
    screen: (old, now) => [['contract', `The screen "${now}" is at ${path} instead of "${old}".`]],
    parameters: (_, now) => [
      [
        'contract',
        `${path} finds by ${listed(now.map(({ entity, field }) => `${entity}.${field}`))}: links there may lead elsewhere.`,
      ],
    ],
  }
}

function screenMembers(name: string): Members<Screen> {
  const place = `The screen "${name}"`
  return {
    name: KEY,
    who: (old, now) => performersSaid(old, now, `open the screen "${name}"`),
    // Only stated screens are compared.
    isProvisional: ELSEWHERE,
    blocks: (old, now) => blocksSaid(place, old, now),
    actions: (old, now) => actionsSaid(place, old, now),
    refreshing: (_, now) => [
      [
        'safe',
        now === null
          ? `${place} shows changes when a person asks.`
          : now.kind === 'live'
            ? `${place} shows changes as they happen.`
            : `${place} looks for changes every ${now.seconds} seconds.`,
      ],
    ],
  }
}
