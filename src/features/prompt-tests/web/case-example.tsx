import type { Check } from '#features/prompt-tests/check-rules.ts'
import { CaseParts } from './case-list.tsx'

const values = { email: 'Can you send the offer by May 3?' }
const checks: Check[] = [
  { kind: 'contains', text: 'May 3' },
  { kind: 'words-max', words: 80 },
]

/** Explains what a test case is, with an example. Shown instead of the cases while a prompt has none. */
export function CaseExample() {
  return (
    <div className="rounded-2 border border-edge border-dashed px-5 py-4">
      <p className="max-w-[42em]">
        A case fills in the blanks and says what every answer must do. This one could test a prompt that answers emails:
      </p>
      <h3 className="mt-4 mb-2 text-card">Keeps the deadline</h3>
      <CaseParts values={values} checks={checks} />
    </div>
  )
}
