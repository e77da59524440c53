/**
 * Returns a plain identifier (a letter, then letters, digits and `_`) for each name of a blank, such as `first_name` for
 * `First name`. A name without Latin letters becomes `var` with a number. Reserved names (`isReserved`) are changed
 * too. No two names get the same identifier.
 */
export function identifiersOf(names: string[]): Map<string, string> {
  const usedIdentifiers = new Set<string>()
  const numbers = new Map<string, number>()
  return new Map(
    names.map((name) => {
      const plain = plainOf(name) || `var${usedIdentifiers.size + 1}`
      let identifier = plain
      // Continues after the last number used with `plain`, because a text can have thousands of similar names.
      let number = numbers.get(plain) ?? 1
      while (usedIdentifiers.has(identifier)) identifier = `${plain}_${++number}`
      numbers.set(plain, number)
      usedIdentifiers.add(identifier)
      return [name, identifier]
    }),
  )
}

function plainOf(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name) && !isReserved(name)) return name
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[_0-9]+|(?<!_)_+$/g, '')
    .toLowerCase()
  return isReserved(words) ? `${words}_` : words
}

/**
 * Tells whether a name is reserved in template languages, or has the form `literal_1`, which `toHandlebars` generates
 * (dotprompt-rules.ts).
 */
function isReserved(name: string): boolean {
  return /^(?:literal_\d+|true|false|null|undefined|this|each|if|unless|with|lookup|log|else|role|media|history|section|json|ifEquals|unlessEquals)$/.test(
    name,
  )
}
