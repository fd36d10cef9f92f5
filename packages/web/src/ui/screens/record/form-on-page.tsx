// A form that stands open on its page.

import { Suspense, useContext, useRef } from 'react'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { takesObjects } from '@ninefold/core/contract/wire/inputs.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { Attempts } from '../../../client/actions.ts'
import type { FormAction } from '../../calls/action-context.ts'
import { usePerform } from '../../calls/acting.tsx'
import { offeredInWords } from '../../calls/calls.tsx'
import { NotAllowedState } from '../../errors.tsx'
import { whenPainted } from '../../brand/first-paint.ts'
import { RowsSkeleton } from '../lists/list-parts.tsx'
import { RowOfPage } from '../lists/row-of-page.ts'
import styles from '../screens.module.css'

const load = () => import('../../calls/action-dialog.tsx').then((module) => ({ default: module.ActionForm }))
const ActionForm = lazyPart(load)
/** Lazy-loaded, because people see the part above it first. */
const FormBelow = lazyPart(() => whenPainted().then(load))

interface FormOnPageProps {
  readonly screen: AppScreen
  readonly action: FormAction
  /** True: the page has no other content. */
  readonly isAlone?: boolean
}

export function FormOnPage({ screen, action, isAlone = false }: FormOnPageProps) {
  const attempts = useRef(new Attempts())
  const perform = usePerform(attempts.current)
  const page = useContext(RowOfPage)
  const row = action.parameters.some(({ from }) => from === 'row') ? page : null
  const offered = offeredInWords([action], row, page)[0]
  if (offered?.availability.isAvailable !== true)
    return (
      <NotAllowedState
        reason={offered?.availability.isAvailable === false ? offered.availability.reason : ''}
        isPage={false}
      />
    )
  const Form = isAlone ? ActionForm : FormBelow
  return (
    <div className={styles.formScreen} data-has-rows={takesObjects(action.form) || undefined}>
      <Suspense fallback={<RowsSkeleton />}>
        <Form shown={{ screen, action, row, page }} action={action} perform={perform} />
      </Suspense>
    </div>
  )
}
