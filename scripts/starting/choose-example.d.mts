export function chooseExample(
  root: string,
  words: readonly string[],
  typedIn: string,
): { readonly file: string; readonly options: string[] } | { readonly refusal: string }
