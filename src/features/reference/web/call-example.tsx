import { useAddress } from '#client/use-address.ts'
import type { ReferenceOperation } from '#features/reference/contract.ts'
import { curlExample, scriptExample } from '#features/reference/request-example-rules.ts'
import { t } from '#lib/texts.ts'
import { CodeLine } from '#ui/code-line.tsx'

/** Stands for the address of the site where only the browser knows it. */
const unknownOrigin = 'https://SITE'

/** Returns the address of this site, with which the addresses of all operations begin. */
export const useOrigin = () => useAddress('') || unknownOrigin

/** How to call an operation, to copy, and what it returns. */
export function CallExample({
  operation,
  origin,
  className,
}: {
  operation: ReferenceOperation
  origin: string
  className: string
}) {
  const response = operation.responses.find(({ example }) => example !== null)
  return (
    <div className={className}>
      <CodeLine text={curlExample(operation, origin)} about={t('curl, in a shell')} />
      <CodeLine text={scriptExample(operation, origin)} about={t('JavaScript, in Node, Deno or Bun')} />
      {response?.example && (
        <CodeLine text={response.example} about={t('Response {status}', { status: response.status })} scrolls />
      )}
    </div>
  )
}
