// Point 2, checked → the map of screens: their content, their viewers, and the links between them.

import type { Template } from '../model/outside/messages.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import type { Block, Screen } from '../model/screens.ts'
import { performerInWords } from './performers.ts'

export interface ScreenMap {
  readonly screens: readonly PicturedScreen[]
  readonly ways: readonly ScreenWay[]
}

export interface PicturedScreen extends Stated {
  readonly name: string
  /** Null: it has no route. */
  readonly path: string | null
  /** Null: everybody who may see the data. */
  readonly who: readonly string[] | null
  readonly shows: readonly (Stated & { readonly words: string })[]
  readonly does: readonly (Stated & { readonly words: string })[]
  readonly isProvisional: boolean
}

/** An action that leads from one screen to another. */
export interface ScreenWay extends Stated {
  readonly from: string
  readonly to: string
  readonly words: string
}

export function screenMap(model: Model): ScreenMap {
  const { screens, routes } = model.screens
  return {
    screens: screens.map((screen) => ({
      name: screen.name,
      path: routes.find((route) => route.screen === screen.name)?.path ?? null,
      who: screen.who?.map(performerInWords) ?? null,
      shows: screen.blocks.map((block) => ({ words: blockInWords(block), span: block.span })),
      does: [...screen.actions, ...screen.blocks.flatMap(({ actions }) => actions)].map(({ label, span }) => ({
        words: label,
        span,
      })),
      isProvisional: screen.isProvisional,
      span: screen.span,
    })),
    ways: screens.flatMap((screen) => waysFrom(model, screen)),
  }
}

function waysFrom(model: Model, screen: Screen): ScreenWay[] {
  const actions = [...screen.actions, ...screen.blocks.flatMap((block) => block.actions)]
  const opened = actions.flatMap((action) => {
    const to = action.kind === 'open' ? action.screen : 'thenOpen' in action ? action.thenOpen : null
    return to === null ? [] : [{ from: screen.name, to, words: action.label, span: action.span }]
  })
  const sent = screen.blocks.flatMap((block) =>
    block.kind === 'form' && block.thenOpen !== null
      ? [{ from: screen.name, to: block.thenOpen, words: block.label, span: block.span }]
      : [],
  )
  // A row opens the page of its record, as in the running application; if a button does so too, it is named.
  const rows = screen.blocks.flatMap((block) => {
    if (block.kind !== 'list') return []
    const page = model.screens.screens.find(
      (other) =>
        other !== screen &&
        other.blocks.some(({ kind, ...of }) => kind === 'record' && 'entity' in of && of.entity === block.entity),
    )
    const isNamed = page === undefined || opened.some(({ to }) => to === page.name)
    return isNamed ? [] : [{ from: screen.name, to: page.name, words: block.entity, span: block.span }]
  })
  const all = [...opened, ...sent, ...rows]
  return all.filter((way, index) => all.findIndex(({ to, words }) => to === way.to && words === way.words) === index)
}

function blockInWords(block: Block): string {
  const tab = block.tab === null ? '' : `${titleInWords(block.tab)}: `
  switch (block.kind) {
    case 'list': {
      const form = block.form.kind === 'table' ? 'list' : block.form.kind
      return `${tab}${form} of ${block.relation === null ? block.entity : `its ${block.relation.field}`}`
    }
    case 'record':
      return `${tab}one ${block.entity}`
    case 'count':
      return `${tab}number of ${block.relation === null ? block.entity : `its ${block.relation.field}`}`
    case 'answer':
      return `${tab}answer of ${block.method} ${block.path}`
    case 'form':
      return `${tab}form of ${block.method} ${block.path}`
    case 'text':
      return 'text'
  }
}

function titleInWords({ parts }: Template): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '…')).join('')
}
