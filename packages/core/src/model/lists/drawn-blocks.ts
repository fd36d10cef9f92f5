// Blocks of a screen with their needed values, shared by the browser's description, the server and the diagnostics.

import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Template } from '../outside/messages.ts'
import type { Block, FormBlock, Screen, TextBlock } from '../screens.ts'

/** A form on a tab is a block; any other form is an action of its screen. */
export type TabbedForm = FormBlock & { readonly tab: Template }
/** Blocks that have data of their own. */
export type DataBlock = Exclude<Block, FormBlock | TextBlock>
export type DrawnBlock = DataBlock | TabbedForm | TextBlock

/** In the order of the text. Their addresses contain their index in this list. */
export function drawnBlocks(screen: Screen): readonly DrawnBlock[] {
  return screen.blocks.filter((block): block is DrawnBlock => block.kind !== 'form' || block.tab !== null)
}

export function formsOf(screen: Screen): readonly FormBlock[] {
  return screen.blocks.flatMap((block) => (block.kind === 'form' ? [block] : []))
}

/** Values of the address (`path.slug`) and of choices (`chosen.tag`) that a condition, parameter or title uses. */
export function namesOfScreen(expressions: readonly (Expression | null)[], of: 'path' | 'chosen'): string[] {
  const found = new Set<string>()
  for (const expression of expressions)
    if (expression !== null)
      visit(expression, (part) => {
        if (part.kind === 'variable' && part.name.startsWith(`${of}.`)) found.add(part.name.slice(of.length + 1))
      })
  return [...found]
}

/** The choices that a block requires before it can show anything. */
export function choicesNeeded(block: DrawnBlock): string[] {
  return namesOfScreen([...askedWith(block), ...titleOf(block)], 'chosen')
}

function askedWith(block: DrawnBlock): readonly (Expression | null)[] {
  switch (block.kind) {
    case 'list':
    case 'count':
      return [block.where]
    case 'answer':
      return block.with.map(({ value }) => value)
    case 'record':
    case 'form':
    case 'text':
      return []
  }
}

export function titleOf({ tab }: Block): readonly Expression[] {
  return (tab?.parts ?? []).flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
}
