// A JSON value: sent by requests, returned by answers, and compared.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
