import { type ESTree, parseSync, Visitor } from 'vite'
import type { Violation } from './source.ts'

const rule = 'One parser reads the addresses that people write'
const message =
  'Use parseWebAddress (src/lib/web-address.ts). If no person writes this address, add the file to scripts/structure/web-addresses.ts with the reason.'

/** Files that parse other addresses, with the reason why nobody can write what they want there. */
const otherAddresses = new Map<string, string>([
  ['src/features/captcha/web/run-captcha.ts', 'the page that the browser opened'],
  ['src/features/connections/server/oauth-client.ts', 'addresses of this site and of a provider in the settings'],
  ['src/features/connections/web/claim-flow.ts', 'the address that our API answered'],
  ['src/features/models/server/model-report-queries.ts', 'an address in the settings'],
  ['src/features/models/server/vendor-settings.ts', 'an address in the settings'],
  ['src/features/oauth/client-rules.ts', 'addresses that programs send, of their own schemes too'],
  ['src/features/oauth/server/oidc-provider.ts', 'the address of this site'],
  ['src/features/sandbox/server/start-sandbox.ts', 'the path of a request'],
  ['src/features/tools/server/check-link.ts', 'the redirect of another site; the request parses its target'],
  ['src/server/start/serve.ts', 'an address in the settings'],
  ['src/server/start/services.ts', 'an address in the settings'],
])

/** What the server or the browser says about itself. */
const own = /^(?:(?:window\.)?location\.href|c\.req\.url|origin|mcpPath|originOfRequest\(.*\))$/s

/** Refuses `new URL` and its relatives for texts of people: each place would refuse other tricks. */
export function checkWebAddresses(files: Map<string, string>): Violation[] {
  return [...files]
    .filter(([path]) => /^src\/(?:features|routes|ui|server\/start)\/.*(?<!\.test|\.fixture)\.tsx?$/.test(path))
    .filter(([path, text]) => /\bURL\b/.test(text) && !otherAddresses.has(path))
    .flatMap(([path, text]) => {
      const found: Violation[] = []
      const check = ({ start, arguments: [address] }: ESTree.NewExpression | ESTree.CallExpression) => {
        // A path in the source, or a template that begins with one, leads to this site.
        if (
          !address ||
          /^['"`]\.{0,2}\//.test(text.slice(address.start)) ||
          own.test(text.slice(address.start, address.end))
        )
          return
        found.push({ path, line: text.slice(0, start).split('\n').length, rule, message })
      }
      new Visitor({
        NewExpression: (node) => {
          if (text.slice(node.callee.start, node.callee.end) === 'URL') check(node)
        },
        CallExpression: (node) => {
          if (/^URL\.(?:canParse|parse)$/.test(text.slice(node.callee.start, node.callee.end))) check(node)
        },
      }).visit(parseSync(path, text).program)
      return found
    })
}
