import type { Proof } from '#features/proofs/contract.ts'
import type { ProofState } from '#features/proofs/rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'

const looks = {
  proved: { name: 'Proved', icon: 'circle-check', className: 'text-good' },
  partly: { name: 'Partly proved', icon: 'circle-exclamation-point', className: 'text-warn' },
  ended: { name: 'No longer proved', icon: 'rotate-ccw', className: 'text-ink-2' },
  failed: { name: 'Not proved', icon: 'x', className: 'text-ink-2' },
} as const satisfies Record<ProofState, object>

/** Says in a line when and on which model a prompt was last proved. */
export function ProofLine({ proof }: { proof: Proof | null }) {
  if (!proof) return <p className="text-ink-2">Not proved on any model yet.</p>
  const { name, icon, className } = looks[proof.state]
  return (
    <p>
      <span className={`font-semibold ${className}`}>
        <Icon name={icon} className="icon-sm me-1 inline align-[-0.15em]" />
        {name}
      </span>{' '}
      on <bdi className="font-semibold [overflow-wrap:anywhere]">{proof.model}</bdi>, {usDate(proof.madeAt)}
      <span className="text-ink-2">
        {': '}
        {evidenceOf(proof)}
        {!proof.current && ', with an earlier text'}
        {proof.state === 'ended' && '. This site no longer offers the model'}.
      </span>
    </p>
  )
}

function evidenceOf({ source, passed, answered }: Proof): string {
  if (source === 'test') return `${passed} of ${pluralize(answered, 'test answer')} passed`
  if (source === 'comparison') return 'it answered in a published comparison'
  return answered === 1 ? 'a member says it worked' : `it worked for ${passed} of ${pluralize(answered, 'member')}`
}
