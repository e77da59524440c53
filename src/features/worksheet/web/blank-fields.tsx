import { lazy, Suspense, useState } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { WorksheetFields } from './worksheet-fields.tsx'

const load = () => import('./typed-fields.tsx')
let LoadedFields: Awaited<ReturnType<typeof load>>['TypedFields'] | undefined
/** While the code of the typed fields loads in the browser, the fields that the server rendered stay in place. */
const LazyFields = lazy(() => load().then((fields) => ({ default: fields.TypedFields })))

/** Loads the code of the typed fields. The server calls this before it renders, because rendering can't wait for it. */
export async function loadTypedFields(): Promise<void> {
  LoadedFields = (await load()).TypedFields
}

/**
 * The fields above the text: typed fields if the author chose a kind for any blank, otherwise plain text fields. `slug`
 * is the prompt's slug, which a preview doesn't have.
 */
export function BlankFields({ slug, variables }: { slug?: string; variables: Variable[] }) {
  const [Fields] = useState(() => LoadedFields ?? LazyFields)
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
