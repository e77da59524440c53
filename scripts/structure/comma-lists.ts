import type { Violation } from './source.ts'

const rule = 'A list in an address has a limit'
const message = 'Declare the parameter with commaList(max, …) from src/lib/http-contract.ts, which limits the list.'

/** Forbids contracts and endpoints to split a text at commas themselves: without a limit, one request costs any number. */
export function checkCommaLists(files: Map<string, string>): Violation[] {
  return [...files]
    .filter(([path]) => /^src\/features\/[^/]+\/(?:(?:[\w-]+-)?contract|server\/routes)\.ts$/.test(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((content, index) =>
          /\.split\((['"`]|\/),\1?/.test(content) ? [{ path, line: index + 1, rule, message }] : [],
        ),
    )
}
