// ISO 4217: the codes of currencies → how many decimal places their amounts have. The test beside this file compares
// the table with a well-kept copy of the standard. Codes that the standard has withdrawn stay: amounts in them exist.
// Not here: metals, funds, units of account and test codes that nobody pays with.

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

/** In the order of the alphabet. */
export const CURRENCIES: readonly string[] = [...PLACES.keys()].sort()

/** Decimal places of the currency's amounts; null: there is no such currency. */
export function currencyPlaces(code: string): number | null {
  return PLACES.get(code) ?? null
}

/** Codes by their decimal places, the usual two left out. */
export function unusualCurrencies(): readonly (readonly [places: number, codes: readonly string[]])[] {
  return OF_PLACES.flatMap(([places, codes]) => (places === 2 ? [] : [[places, codes.split(/\s+/)] as const]))
}

/** Decimal places of an amount as it is written, without zeros at its end. */
export function placesOf(amount: string): number {
  return (/\.(\d*?)0*$/.exec(amount)?.[1] ?? '').length
}
