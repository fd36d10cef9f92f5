// A form that stands on its page, where nothing has to be opened to fill it in.

import { lazy, Suspense, useContext, useRef } from 'react'
import type { AppScreen } from '@ninefold/core/contract/app.ts'
import { Attempts } from '../../client/actions.ts'
import type { FormAction } from '../calls/action-context.ts'
import { usePerform } from '../calls/acting.tsx'
import { offeredActions } from '../calls/calls.tsx'
import { NotAllowedState } from '../errors.tsx'
import { RowsSkeleton } from './list-parts.tsx'
import { RowOfPage } from './row-of-page.ts'
import styles from './screens.module.css'

const ActionForm = lazy(() => import('../calls/action-dialog.tsx').then((module) => ({ default: module.ActionForm })))

export function FormOnPage({ screen, action }: { readonly screen: AppScreen; readonly action: FormAction }) {
  const attempts = useRef(new Attempts())
  const perform = usePerform(attempts.current)
  const page = useContext(RowOfPage)
  const row = action.parameters.some(({ from }) => from === 'row') ? page : null
  const offered = offeredActions([action], row)[0]
  if (offered?.availability.isAvailable !== true)
    return (
      <NotAllowedState
        reason={offered?.availability.isAvailable === false ? offered.availability.reason : ''}
        isPage={false}
      />
    )
  return (
    <div className={styles.formScreen}>
      <Suspense fallback={<RowsSkeleton />}>
        <ActionForm shown={{ screen, action, row, page }} action={action} perform={perform} />
      </Suspense>
    </div>
  )
}
