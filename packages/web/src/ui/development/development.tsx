// Live development: the page follows the specification. A valid text is applied without touching typed values; an
// invalid one is shown over the page, which keeps the last valid version.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SpecificationReport } from '@ninefold/core/contract/wire/development.ts'
import { requestsQuery } from '../../client/authors.ts'
import { followEvents } from '../../client/query/events.ts'
import { appQuery, specificationQuery } from '../../client/query/queries.ts'
import { words } from '../words/words.ts'
import { AuthorsBar } from './authors-bar.tsx'
import { HeldBackPanel, HeldBackPill } from './held-back.tsx'
import { isPreview } from './preview.ts'
import { isStudio } from './studio-address.ts'
import styles from './development.module.css'

export function Development() {
  const { pathname } = useLocation()
  const isConnected = useFollowedEvents()
  const { data: report } = useQuery(specificationQuery)
  // Only this report is hidden: the next one appears again.
  const [hidden, setHidden] = useState<string | null>(null)
  // The author's page around a preview shows it already.
  const isHeldBack =
    report !== undefined &&
    !isPreview() &&
    (report.waiting.length > 0 || report.diagnostics.some(({ severity }) => severity === 'error'))
  const identity = report === undefined ? '' : identityOf(report)
  return (
    <div className={styles.corner}>
      {!isConnected && (
        <div className={styles.pill} role="status">
          {words.development.disconnected}
        </div>
      )}
      {isHeldBack && hidden === identity && <HeldBackPill report={report} show={() => setHidden(null)} />}
      {isHeldBack && hidden !== identity && <HeldBackPanel report={report} hide={() => setHidden(identity)} />}
      {!isStudio(pathname) && <AuthorsBar />}
    </div>
  )
}

function useFollowedEvents(): boolean {
  const queryClient = useQueryClient()
  const [isConnected, setConnected] = useState(true)
  useEffect(() => {
    const follow = async (): Promise<void> => {
      // First the application, then the data: new data with old columns would show nothing.
      await queryClient.invalidateQueries({ queryKey: appQuery.queryKey })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['data'] }),
        queryClient.invalidateQueries({ queryKey: ['authors'] }),
        queryClient.invalidateQueries({ queryKey: specificationQuery.queryKey }),
      ])
    }
    // A save between the page's first requests and the stream would be missed.
    const catchUp = async (): Promise<void> => {
      const before = queryClient.getQueryData(appQuery.queryKey)?.revision
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: appQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: specificationQuery.queryKey }),
      ])
      if (queryClient.getQueryData(appQuery.queryKey)?.revision !== before)
        await queryClient.invalidateQueries({ queryKey: ['data'] })
    }
    const hold = async (report: SpecificationReport): Promise<void> => {
      // A pending answer is older than this report, and would replace it.
      await queryClient.cancelQueries({ queryKey: specificationQuery.queryKey })
      queryClient.setQueryData(specificationQuery.queryKey, report)
    }
    const answered = (): Promise<void> => queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey })
    return followEvents({
      happened: (event) => {
        if (event.kind === 'held back') void hold(event.report)
        else if (event.kind === 'request') void answered()
        else void follow()
      },
      opened: (wasBroken) => void (wasBroken ? follow() : catchUp()),
      connected: setConnected,
    })
  }, [queryClient])
  return isConnected
}

function identityOf(report: SpecificationReport): string {
  return JSON.stringify([report.diagnostics.filter(({ severity }) => severity === 'error'), report.waiting])
}
