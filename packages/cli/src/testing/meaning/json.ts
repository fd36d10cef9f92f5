// A value as JSON has it: what requests send, what answers hold, and what is compared.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
