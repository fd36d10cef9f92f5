// What of point 2 is not drawn yet. The other parts of such a screen are.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { isDrawnForm, namesTheScreen } from '../model/drawn-blocks.ts'
import type { Block, FormBlock, ListForm, Screen, ScreensModel } from '../model/screens.ts'
import type { Span } from '../text/source.ts'

export function unsupportedScreens({ screens }: ScreensModel): Diagnostic[] {
  return screens.flatMap((screen) => [
    ...(screen.refreshing?.kind === 'live' ? [notYet(screen.refreshing.span, 'Refreshing live is')] : []),
    ...screen.blocks.flatMap((block) => unsupportedBlock(screen, block)),
  ])
}

/** A block that is not drawn at all is told once, whatever stands below it. */
function unsupportedBlock(screen: Screen, block: Block): Diagnostic[] {
  switch (block.kind) {
    case 'answer':
      return [notYet(block.span, 'Showing what a call answers is')]
    case 'count':
      return [notYet(block.span, 'Counts on a screen are')]
    case 'form':
      return [...unsupportedForm(screen, block), ...unsupportedParts(block)]
    case 'record':
      return unsupportedParts(block)
    case 'list': {
      if (namesTheScreen(block.where)) return [notYet(block.span, 'Lists by the address or by what is chosen are')]
      return [...unsupportedParts(block), ...unsupportedDrawing(block.form)]
    }
  }
}

function unsupportedParts({ tab, actions }: Block): Diagnostic[] {
  return [
    ...(tab === null ? [] : [notYet(tab.span, 'Tabs are')]),
    ...actions.flatMap((action) =>
      'isForChosenRows' in action && action.isForChosenRows ? [notYet(action.span, 'Actions for chosen rows are')] : [],
    ),
  ]
}

function unsupportedDrawing(form: ListForm): Diagnostic[] {
  const words = { cards: 'Cards', board: 'Boards', calendar: 'Calendars', tree: 'Trees', chart: 'Charts' } as const
  return form.kind === 'table' ? [] : [notYet(form.span, `${words[form.kind]} are`)]
}

function unsupportedForm(screen: Screen, form: FormBlock): Diagnostic[] {
  if (isDrawnForm(screen, form)) return []
  if (form.filledFrom !== null) return [notYet(form.filledFrom.span, 'Forms that are filled from a call are')]
  return form.steps === null
    ? [notYet(form.span, 'Forms for what the address names are')]
    : form.steps.map(({ span }) => notYet(span, 'Pages of a form are'))
}

function notYet(span: Span, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}
