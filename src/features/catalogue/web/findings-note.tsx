import type { Prompt } from '#features/catalogue/contract.ts'
import { findingsTitle, isAlarm, sentenceOf } from '#features/catalogue/paper-rules.ts'
import { t } from '#lib/texts.ts'

/**
 * What readers should know before they or an agent run a prompt, in a line that opens. Renders nothing if nothing was
 * found.
 */
export function FindingsNote({
  prompt: { findings, version, sha256 },
}: {
  prompt: Pick<Prompt, 'findings' | 'version' | 'sha256'>
}) {
  const title = findingsTitle(findings)
  if (title === null) return null
  return (
    <details className={`mt-3 border-s-4 ps-3 text-small ${findings.some(isAlarm) ? 'border-warn' : 'border-hair'}`}>
      <summary className="min-h-6 cursor-pointer">{title}</summary>
      <FindingList findings={findings} />
      <p className="mt-2 max-w-[42em] text-ink-2 [overflow-wrap:anywhere]">
        {t(
          'Rules found this in version {version} (SHA-256 {sha256}). They miss things: read the text before you run it.',
          { version, sha256 },
        )}
      </p>
    </details>
  )
}

/** Lists findings as sentences. Renders nothing if there are none. */
export function FindingList({ findings }: Pick<Prompt, 'findings'>) {
  if (findings.length === 0) return null
  return (
    <ul className="mt-2 list-inside list-disc [overflow-wrap:anywhere]">
      {findings.map((finding) => (
        <li key={`${finding.kind} ${finding.what}`}>{sentenceOf(finding)}</li>
      ))}
    </ul>
  )
}
