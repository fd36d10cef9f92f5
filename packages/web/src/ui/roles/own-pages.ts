// The product's own pages for users, at addresses that no text can use.

export { AUTHORIZATION_PAGE } from '@ninefold/core/contract/programs/oauth.ts'
export const ACCOUNT_PAGE = '/_ninefold/account'
export const PEOPLE_PAGE = '/_ninefold/people'
export const DELETED_PAGE = '/_ninefold/deleted'
export const OPERATION_PAGE = '/_ninefold/operation'

/** Lazily loaded: `own-page.tsx`. */
export const OWN_PAGES = [ACCOUNT_PAGE, PEOPLE_PAGE, DELETED_PAGE, OPERATION_PAGE] as const
