// Pages of the product's own for users, below the address that no text can take.

export { AUTHORIZATION_PAGE } from '@ninefold/core/contract/programs/oauth.ts'
export const ACCOUNT_PAGE = '/_ninefold/account'
export const PEOPLE_PAGE = '/_ninefold/people'
export const DELETED_PAGE = '/_ninefold/deleted'
export const OPERATION_PAGE = '/_ninefold/operation'

/** Loaded apart: `own-page.tsx`. */
export const OWN_PAGES = [ACCOUNT_PAGE, PEOPLE_PAGE, DELETED_PAGE, OPERATION_PAGE] as const
