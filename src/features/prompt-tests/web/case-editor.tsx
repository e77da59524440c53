import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { TestCase } from '#features/prompt-tests/contract.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { mayEdit } from '#features/writing/web/may-edit.ts'
import { plural, t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
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
      t('Accepted'),
    )
  const form = (testCase?: TestCase) => (
    <CaseForm
      key={testCase?.id ?? 'new'}
      prompt={prompt}
      testCase={testCase}
      submitLabel={testCase ? t('Save case') : canEdit ? t('Add case') : t('Propose case')}
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
                {rich('Change{hidden}', { hidden: <span className="sr-only"> “{testCase.reason}”</span> })}
              </button>
              <button type="button" className="btn" onClick={() => remove(testCase.id, t('Deleted'))}>
                {rich('Delete{hidden}', { hidden: <span className="sr-only"> “{testCase.reason}”</span> })}
              </button>
            </div>
          ))
        }
      />
      {proposals.length > 0 && (
        <section className="mt-6" aria-label={t('Proposals')}>
          <h3 className="text-card">
            {canEdit ? plural(proposals.length, '{count} proposal', '{count} proposals') : t('Your proposals')}{' '}
            <span className="font-normal text-ink-2 text-small">
              {canEdit ? t('not public yet') : t('the author decides')}
            </span>
          </h3>
          <CaseList
            cases={proposals}
            renderActions={({ id, reason }) => (
              <div className="mt-3 flex flex-wrap gap-2">
                {canEdit && (
                  <button type="button" className="btn btn-primary" onClick={() => accept(id)}>
                    {rich('Accept{hidden}', { hidden: <span className="sr-only"> “{reason}”</span> })}
                  </button>
                )}
                <button
                  type="button"
                  className="btn"
                  onClick={() => remove(id, canEdit ? t('Declined') : t('Withdrawn'))}
                >
                  {canEdit ? t('Decline') : t('Withdraw')}
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
          {canEdit ? t('Add a case') : t('Propose a case')}
        </button>
      )}
    </div>
  )
}
