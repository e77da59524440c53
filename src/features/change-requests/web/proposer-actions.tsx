import { Link } from '@tanstack/react-router'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { changeRequestLimits } from '#features/change-requests/rules.ts'
import { useChangeRequestAction } from './use-change-request-action.ts'

/**
 * Lets the proposer revise or withdraw the suggested edit. After a month without an answer, also lets them fork the
 * prompt, if its license allows it.
 */
export function ProposerActions({ request }: { request: ChangeRequest }) {
  const { id, prompt, isSilent, licence } = request
  const { run, isSending } = useChangeRequestAction(id)
  const { slug } = prompt
  return (
    <section aria-label="Your suggestion" className="grid gap-3">
      {isSilent && licence !== 'all-rights-reserved' && (
        <p className="border-ink border-l-4 pl-3">
          Nobody has answered for {changeRequestLimits.silentDays} days. You can{' '}
          <Link to="/create-prompt" search={{ fork: slug, suggestion: id }} className="link">
            fork the prompt
          </Link>{' '}
          with your text and publish your own version.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/prompt/$slug/suggest" params={{ slug }} className="btn btn-primary">
          Revise
        </Link>
        <button
          type="button"
          className="btn"
          aria-disabled={isSending}
          onClick={() => run('Withdrawn', (api) => api('POST /api/change-requests/{id}/withdraw', { params: { id } }))}
        >
          Withdraw
        </button>
      </div>
    </section>
  )
}
