// ISO 4217: currency codes → decimal places of their amounts. The test beside this file compares the table with a
// maintained copy of the standard. Withdrawn codes stay, because amounts in them exist. Metals, funds, units of account
// and test codes are left out.

const OF_PLACES: readonly (readonly [places: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
     CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF
     IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
     MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
     STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG ZWL`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const PLACES: ReadonlyMap<string, number> = new Map(
  OF_PLACES.flatMap(([places, codes]) => codes.split(/\s+/).map((code) => [code, places] as const)),
)

/** In alphabetical order. */
export const CURRENCIES: readonly string[] = [...PLACES.keys()].sort()

/** Decimal places of the currency; null: unknown. */
export function currencyPlaces(code: string): number | null {
  return PLACES.get(code) ?? null
}

/** Codes by their decimal places, except the usual two. */
export function unusualCurrencies(): readonly (readonly [places: number, codes: readonly string[]])[] {
  return OF_PLACES.flatMap(([places, codes]) => (places === 2 ? [] : [[places, codes.split(/\s+/)] as const]))
}

/** Decimal places of an amount, without trailing zeros. */
export function placesOf(amount: string): number {
  return (/\.(\d*?)0*$/.exec(amount)?.[1] ?? '').length
}
