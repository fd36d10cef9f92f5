// The tenant in which the reader works now.

import { useQuery } from '@tanstack/react-query'
import type { OwnTenant } from '@ninefold/core/contract/wire/tenants.ts'
import { tenantsQuery } from '../../client/tenants.ts'
import { useApp } from '../app-context.ts'

/** Undefined: none, or not known yet. */
export function useCurrentTenant(): OwnTenant | undefined {
  const { hasTenants = false } = useApp()
  const { data } = useQuery({ ...tenantsQuery, enabled: hasTenants, refetchOnMount: true })
  return data?.tenants.find(({ isCurrent }) => isCurrent)
}
