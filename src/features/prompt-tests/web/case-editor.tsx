import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { TestCase } from '#features/prompt-tests/contract.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { mayEdit } from '#features/writing/web/may-edit.ts'
import { pluralize } from '#lib/numbers.ts'
import { CaseForm } from './case-form.tsx'
import { CaseList } from './case-list.tsx'
import { useChangeCases } from './use-change-cases.ts'

type Props = { prompt: Prompt; user: User; cases: TestCase[]; proposals: TestCase[] }

/**
 * A prompt's test cases and open proposals, as members see them. Those who may edit the prompt change cases and decide
 * on proposals. Other members propose cases, and see only their own proposals.
 */
export function CaseEditor({ prompt, user, cases, proposals }: Props) {
  const [open, setOpen] = useState<TestCase | 'new' | null>(null)
  const change = useChangeCases()
  const canEdit = mayEdit(user, prompt)
  const remove = (id: string, notice: string) =>
    change(
      (api) => api('DELETE /api/prompts/{id}/tests/cases/{caseId}', { params: { id: prompt.id, caseId: id } }),
      notice,
    )
  const accept = (id: string) =>
    change(
      (api) => api('POST /api/prompts/{id}/tests/cases/{caseId}/accept', { params: { id: prompt.id, caseId: id } }),
      'Accepted',
    )
  const form = (testCase?: TestCase) => (
    <CaseForm
      key={testCase?.id ?? 'new'}
      prompt={prompt}
      testCase={testCase}
      submitLabel={testCase ? 'Save case' : canEdit ? 'Add case' : 'Propose case'}
      onClose={() => setOpen(null)}
    />
  )
  const isFull = canEdit && cases.length >= testLimits.casesMax
  return (
    <div>
      <CaseList
        cases={cases}
        renderActions={(testCase) =>
          canEdit &&
          (open === testCase ? (
            form(testCase)
          ) : (
            <div className="mt-3 flex flex-wrap gap-2">
              <button type="button" className="btn" onClick={() => setOpen(testCase)}>
                Change<span className="sr-only"> “{testCase.reason}”</span>
              </button>
              <button type="button" className="btn" onClick={() => remove(testCase.id, 'Deleted')}>
                Delete<span className="sr-only"> “{testCase.reason}”</span>
              </button>
            </div>
          ))
        }
      />
      {proposals.length > 0 && (
        <section className="mt-6" aria-label="Proposals">
          <h3 className="text-card">
            {canEdit ? pluralize(proposals.length, 'proposal') : 'Your proposals'}{' '}
            <span className="font-normal text-ink-2 text-small">
              {canEdit ? 'not public yet' : 'the author decides'}
            </span>
          </h3>
          <CaseList
            cases={proposals}
            renderActions={({ id, reason }) => (
              <div className="mt-3 flex flex-wrap gap-2">
                {canEdit && (
                  <button type="button" className="btn btn-primary" onClick={() => accept(id)}>
                    Accept<span className="sr-only"> “{reason}”</span>
                  </button>
                )}
                <button type="button" className="btn" onClick={() => remove(id, canEdit ? 'Declined' : 'Withdrawn')}>
                  {canEdit ? 'Decline' : 'Withdraw'}
                  <span className="sr-only"> “{reason}”</span>
                </button>
              </div>
            )}
          />
        </section>
      )}
      {open === 'new' && form()}
      {open === null && !isFull && (
        <button type="button" className="btn mt-4" onClick={() => setOpen('new')}>
          {canEdit ? 'Add a case' : 'Propose a case'}
        </button>
      )}
    </div>
  )
}
