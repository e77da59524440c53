import { lazy, Suspense, useState } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { WorksheetFields } from './worksheet-fields.tsx'

const load = () => import('./typed-fields.tsx')
let loaded: Awaited<ReturnType<typeof load>>['TypedFields'] | undefined
/** In the browser the server's fields stay until their code has arrived. */
const LazyFields = lazy(() => load().then((fields) => ({ default: fields.TypedFields })))

/** Loads the fields of a prompt whose author described its blanks: the server can't wait for them while it renders. */
export async function loadBlankFields(): Promise<void> {
  loaded = (await load()).TypedFields
}

/** The fields above the text: simple ones, or those that its author described. `slug`: absent in a preview. */
export function BlankFields({ slug, variables }: { slug?: string; variables: Variable[] }) {
  const [Fields] = useState(() => loaded ?? LazyFields)
  if (!isTyped(variables)) return <WorksheetFields />
  return (
    <Suspense fallback={null}>
      <Fields slug={slug} variables={variables} />
    </Suspense>
  )
}

function isTyped(variables: Variable[]): boolean {
  return variables.some(({ kind }) => kind !== undefined)
}
