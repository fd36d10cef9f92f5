// Screens and documents of point 2 → the same in other words.

import type { Model } from '../../model/model.ts'
import type {
  Action,
  Block,
  Column,
  Document,
  DocumentBlock,
  FormBlock,
  MadeLabel,
  Screen,
} from '../../model/screens.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { countTitle } from '../screens/screen-blocks.ts'
import { columnLabelOf, headingOf, labelsOnPath } from '../screens/screen-columns.ts'
import { saidTemplate, type Say } from './word.ts'

export function saidScreen(model: Model, screen: Screen, say: Say): Screen {
  const own: Say = (word) => say({ ...word, of: screen.name })
  return {
    ...screen,
    blocks: screen.blocks.map((block) => saidBlock(model, block, own)),
    actions: screen.actions.map((action) => saidAction(action, own)),
  }
}

function saidBlock(model: Model, block: Block, say: Say): Block {
  const common = {
    title: wordOrNull(block.title, say),
    tab: block.tab === null ? null : saidTemplate(block.tab, null, say),
    whenFailing:
      block.whenFailing === null ? null : { ...block.whenFailing, words: saidWord(block.whenFailing.words, say) },
    actions: block.actions.map((action) => saidAction(action, say)),
  }
  switch (block.kind) {
    case 'list':
      return {
        ...block,
        ...common,
        columns: block.columns.map((column) => saidColumn(model, block.entity, column, say)),
        whenEmpty: wordOrNull(block.whenEmpty, say),
        views: block.views.map((view) => ({ ...view, name: saidWord(view.name, say) })),
      }
    case 'record':
      return {
        ...block,
        ...common,
        columns: block.columns.map((column) => saidColumn(model, block.entity, column, say)),
      }
    // Translated as a whole, not part by part.
    case 'count':
      return { ...block, ...common, title: saidWord(block.title ?? countTitle(model, block), say) }
    case 'answer':
      return {
        ...block,
        ...common,
        columns: block.columns.map((column) => ({
          ...column,
          title: isOfField(model, block, column.path)
            ? wordOrNull(column.title, say)
            : saidWord(column.title ?? columnLabelOf(column.path), say),
        })),
        whenEmpty: wordOrNull(block.whenEmpty, say),
      }
    case 'form':
      return { ...block, ...common, ...saidForm(block, say) }
    case 'text':
      return { ...block, ...common, text: say({ words: block.words, of: null, markdown: block.text }) }
  }
}

/** The heading is the label of its field. A built-in field gives its label only to a key of its own name. */
function isOfField(model: Model, { holds }: Extract<Block, { kind: 'answer' }>, path: readonly string[]): boolean {
  const [key] = path
  return (
    path.length === 1 &&
    holds.some((held) => {
      if (held.field === null || held.path.join('.') !== key) return false
      const { isBuiltIn, label } = fieldNamed(entityNamed(model, held.field.entity), held.field.field)
      return !isBuiltIn || label !== null || held.field.field === key
    })
  )
}

function saidForm({ label, made, steps }: FormBlock, say: Say): Partial<FormBlock> {
  return {
    ...saidLabel({ label, made }, say),
    steps: steps === null ? null : steps.map((step) => ({ ...step, title: wordOrNull(step.title, say) })),
  }
}

function saidAction(action: Action, say: Say): Action {
  return { ...action, ...saidLabel(action, say) }
}

/** Generated labels are built in the browser around the entity's name. */
function saidLabel({ label, made }: { label: string; made?: MadeLabel | undefined }, say: Say) {
  if (made === undefined) return { label: saidWord(label, say), named: label }
  return { named: label, made: made.of === null ? made : { ...made, of: saidWord(made.of, say) } }
}

/** With its own heading, or one of several labels. A single field uses the field's label. */
function saidColumn(model: Model, entity: string, column: Column, say: Say): Column {
  const heading = headingOf(model, entity, column)
  const isOfOneField = column.title === null && labelsOnPath(model, entity, column.path).includes(heading)
  return isOfOneField ? column : { ...column, title: saidWord(heading, say) }
}

export function saidDocument(model: Model, document: Document, say: Say): Document {
  return {
    ...document,
    title: document.title === null ? null : saidTemplate(document.title, null, say),
    blocks: document.blocks.map((block) => saidDocumentBlock(model, document.entity, block, say)),
  }
}

function saidDocumentBlock(model: Model, entity: string, block: DocumentBlock, say: Say): DocumentBlock {
  if (block.kind === 'text') return { ...block, text: saidTemplate(block.text, null, say) }
  const of = block.kind === 'list' ? block.entity : entity
  const common = {
    title: wordOrNull(block.title, say),
    columns: block.columns.map((column) => saidColumn(model, of, column, say)),
  }
  return block.kind === 'fields'
    ? { ...block, ...common }
    : { ...block, ...common, whenEmpty: wordOrNull(block.whenEmpty, say) }
}

function saidWord(words: string, say: Say): string {
  return say({ words, of: null })
}

function wordOrNull(words: string | null, say: Say): string | null {
  return words === null ? null : saidWord(words, say)
}
