import type { Proof } from '#features/proofs/contract.ts'
import type { ProofState } from '#features/proofs/rules.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'

const looks = {
  proved: { name: msg('Tested'), icon: 'circle-check', className: 'text-good' },
  partly: { name: msg('Partly tested'), icon: 'circle-exclamation-point', className: 'text-warn' },
  ended: { name: msg('Tested earlier'), icon: 'rotate-ccw', className: 'text-ink-2' },
  failed: { name: msg('Didn’t work'), icon: 'x', className: 'text-ink-2' },
} as const satisfies Record<ProofState, object>

/** Says in a line when and on which model a prompt was last proved. */
export function ProofLine({ proof }: { proof: Proof | null }) {
  if (!proof) return <p className="text-ink-2">{t('Not tested on any model yet.')}</p>
  const { name, icon, className } = looks[proof.state]
  return (
    <p>
      <span className={`font-semibold ${className}`}>
        <Icon name={icon} className="icon-sm me-1 inline align-[-0.15em]" />
        {translate(name)}
      </span>{' '}
      {rich('on {model}, {date}', {
        model: <bdi className="font-semibold [overflow-wrap:anywhere]">{proof.model}</bdi>,
        date: usDate(proof.madeAt),
      })}
      <span className="text-ink-2">
        {': '}
        {evidenceOf(proof)}
        {!proof.current && t(', with an earlier text')}
        {proof.state === 'ended' && `. ${t('This site no longer offers the model')}`}.
      </span>
    </p>
  )
}

function evidenceOf({ source, passed, answered }: Proof): string {
  if (source === 'test')
    return plural(answered, '{passed} of {count} test answer passed', '{passed} of {count} test answers passed', {
      passed,
    })
  if (source === 'comparison') return t('it answered in a published comparison')
  return answered === 1
    ? t('a member says it worked')
    : plural(answered, 'it worked for {passed} of {count} member', 'it worked for {passed} of {count} members', {
        passed,
      })
}
