// The caller's tenants in the account menu: one click switches.

import { inTenant } from '../../client/tenant-base.ts'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chooseTenant, tenantsQuery } from '../../client/tenants.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'

export function TenantItems() {
  const { hasTenants = false } = useApp()
  return hasTenants ? <Tenants /> : null
}

function Tenants() {
  const { data } = useQuery(tenantsQuery)
  if (data === undefined || data.tenants.length === 0) return null
  const choose = (id: string): void => {
    const address = data.tenants.find((tenant) => tenant.id === id)?.address
    if (address !== undefined) return window.location.assign(`${address}/`)
    // Everything on the page belongs to the previous tenant.
    chooseTenant(id).then(
      () => window.location.assign(inTenant('/')),
      (thrown: unknown) => noticeFailed(data.kind, thrown),
    )
  }
  return (
    <>
      <Menu.Label>{data.kind}</Menu.Label>
      <Menu.RadioGroup value={data.tenants.find(({ isCurrent }) => isCurrent)?.id ?? ''} onChange={choose}>
        {data.tenants.map(({ id, label }) => (
          <Menu.RadioItem key={id} value={id}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
