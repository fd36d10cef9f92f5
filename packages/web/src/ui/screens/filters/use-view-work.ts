// The work on saved views of a list: each piece is saved, read again, and confirmed by a notice.

import { useState } from 'react'
import { SHOWN_COLUMNS, type View } from '@ninefold/core/contract/screens/views.ts'
import { keysShown } from '../../../client/lists/list-columns.ts'
import { changeListAddress, parseSearch, stringifySearch, viewChange } from '../../../client/lists/list-address.ts'
import { NotKept } from '../../../client/lists/views.ts'
import { RequestRefused } from '../../../client/query/request.ts'
import { useApp } from '../../app-context.ts'
import { showNotice } from '../../notices.tsx'
import { roleWords } from '../../roles/role-words.ts'
import { sharingText } from '../../words/sharing/sharing-text.ts'
import { words } from '../../words/words.ts'
import type { ToolsProps } from '../lists/tools-props.ts'

export interface ViewWork {
  /** The reason for which a name was refused. */
  readonly problem: string | null
  readonly forgetProblem: () => void
  /** All resolve to whether it was saved. */
  readonly make: (name: string) => Promise<boolean>
  readonly rename: (view: View, name: string) => Promise<boolean>
  /** To the present columns, filters, search and order. */
  readonly set: (view: View) => Promise<boolean>
  /** Null: views are not shared here. */
  readonly share: ((view: View, role: string | null) => Promise<boolean>) | null
  readonly openFirst: (view: View, isFirst: boolean) => Promise<boolean>
  readonly drop: (view: View) => Promise<boolean>
  readonly copy: (view: View) => Promise<void>
  readonly look: (query: string) => void
  readonly addressOf: (query: string) => string
}

type WorkProps = Pick<ToolsProps, 'screen' | 'block' | 'index' | 'prefix' | 'search' | 'change' | 'asChosen'> & {
  /** The present query of the list. */
  readonly query: string
}

export function useViewWork(props: WorkProps): ViewWork {
  const { screen, block, index, prefix, search, change, asChosen } = props
  const { store, again } = asChosen.views
  const all = words.tables.lists
  const sharing = sharingText()
  const app = useApp()
  const [problem, setProblem] = useState<string | null>(null)
  const now = queryToSave(props)
  const keep = async (work: Promise<void>, done: string): Promise<boolean> => {
    try {
      await work
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
      return false
    }
    setProblem(null)
    await again()
    showNotice({ message: done })
    return true
  }
  const look = (query: string): void => change(viewChange(block, query))
  /** With the open view set anew, its address stays open. */
  const andLook = async (isDone: Promise<boolean>): Promise<boolean> => {
    const isSaved = await isDone
    if (isSaved) look(now)
    return isSaved
  }
  const addressOf = (query: string): string =>
    window.location.pathname + stringifySearch(changeListAddress(search, prefix, viewChange(block, query)))
  const { share } = store
  return {
    problem,
    forgetProblem: () => setProblem(null),
    make: (name) =>
      andLook(keep(store.make({ screen: screen.key, block: index, name, query: now }), all.viewSaved(name))),
    rename: ({ id }, name) => keep(store.change(id, { name }), all.viewSaved(name)),
    set: ({ id, name }) => andLook(keep(store.change(id, { query: now }), all.viewSet(name))),
    share:
      share === null
        ? null
        : ({ id, name }, role) =>
            keep(share(id, role), role === null ? sharing.unshared(name) : sharing.shared(name, roleWords(app, role))),
    openFirst: ({ id, name }, isFirst) =>
      keep(store.change(id, { opensFirst: isFirst }), isFirst ? sharing.opensFirst(name) : sharing.opensNoMore(name)),
    drop: ({ id, name }) => keep(store.drop(id), all.viewDeleted(name)),
    copy: ({ query }) => copy(addressOf(query)),
    look,
    addressOf,
  }
}

/** Includes the columns that are shown now, so that later changes to the defaults do not affect the view. */
function queryToSave({ query, asChosen }: Pick<WorkProps, 'query' | 'asChosen'>): string {
  const { columns } = asChosen
  if (columns === null) return query
  return stringifySearch({ ...parseSearch(query), [SHOWN_COLUMNS]: keysShown(columns.chosen).join(',') }).slice(1)
}

function sentenceOf(thrown: unknown): string {
  const all = words.tables.lists
  const isOf = (code: string): boolean => thrown instanceof RequestRefused && thrown.problem.code === code
  if (isOf('TAKEN') || (thrown instanceof NotKept && thrown.why === 'taken')) return all.viewTaken
  if (isOf('TOO_BIG') || (thrown instanceof NotKept && thrown.why === 'too many')) return all.viewsFull
  return all.notKept
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.origin + address)
    showNotice({ message: words.copied })
  } catch {
    // Some browsers deny a page access to the clipboard: then the address is shown for copying by hand.
    showNotice({ message: window.location.origin + address, autoClose: false })
  }
}
