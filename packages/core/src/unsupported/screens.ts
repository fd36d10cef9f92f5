// What of point 2 is not drawn yet. The other parts of such a screen are.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Block, FormBlock, ListForm, ScreensModel } from '../model/screens.ts'
import type { Template } from '../model/calls.ts'
import type { Span } from '../text/source.ts'

export function unsupportedScreens({ screens }: ScreensModel): Diagnostic[] {
  return screens.flatMap((screen) => [
    ...(screen.refreshing?.kind === 'live' ? [notYet(screen.refreshing.span, 'Refreshing live is')] : []),
    ...screen.blocks.flatMap((block) => unsupportedBlock(block)),
  ])
}

function unsupportedBlock(block: Block): Diagnostic[] {
  const parts = unsupportedParts(block)
  switch (block.kind) {
    case 'form':
      return [...unsupportedForm(block), ...parts]
    case 'answer':
      return [...parts, ...unsupportedDrawing(block.form)]
    case 'list':
    case 'count':
    case 'record':
      return parts
  }
}

function unsupportedParts({ kind, tab, actions }: Block): Diagnostic[] {
  return [
    ...(tab === null ? [] : unsupportedTab(kind, tab)),
    ...actions.flatMap((action) =>
      'isForChosenRows' in action && action.isForChosenRows ? [notYet(action.span, 'Actions for chosen rows are')] : [],
    ),
  ]
}

/** Only records move from one column of a board to another, and are asked for month by month. */
function unsupportedDrawing(form: ListForm): Diagnostic[] {
  if (form.kind === 'board') return [notYet(form.span, 'Boards of what a call answers are')]
  return form.kind === 'calendar' ? [notYet(form.span, 'Calendars of what a call answers are')] : []
}

/** The browser knows what is in the address and what is chosen; the rest of a title would have to be asked for. */
function unsupportedTab(kind: Block['kind'], { parts, span }: Template): Diagnostic[] {
  if (kind === 'form') return [notYet(span, 'Tabs of forms are')]
  const isKnown = parts.every((part) => part.kind === 'text' || part.expression.kind === 'variable')
  return isKnown ? [] : [notYet(span, 'Tabs whose title is computed are')]
}

function unsupportedForm({ steps }: FormBlock): Diagnostic[] {
  return (steps ?? []).map(({ span }) => notYet(span, 'Pages of a form are'))
}

function notYet(span: Span, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}
