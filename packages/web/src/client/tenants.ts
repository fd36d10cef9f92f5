// The caller's tenants, and the current one.

import { queryOptions } from '@tanstack/react-query'
import { JOINED_TENANTS_PATH } from '@ninefold/core/contract/wire/invitations.ts'
import { CURRENT_TENANT_PATH, type OwnTenants, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { request } from './query/request.ts'

export const tenantsQuery = queryOptions({
  queryKey: ['data', 'tenants'],
  queryFn: ({ signal }) => request<OwnTenants>('GET', TENANTS_PATH, { signal }),
  refetchOnMount: 'always',
})

/** Accepts an invitation into a tenant for the signed-in user. */
export async function joinTenant(token: string): Promise<void> {
  await request('POST', JOINED_TENANTS_PATH, { body: { token } })
}

export async function chooseTenant(id: string): Promise<void> {
  await request('POST', CURRENT_TENANT_PATH, { body: { id } })
}
