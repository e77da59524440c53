import { runTargets } from '#features/worksheet/run-target-rules.ts'
import { t } from '#lib/texts.ts'
import { RunLink } from './run-link.tsx'
import { RunNote } from './run-note.tsx'
import { useWorksheet } from './use-worksheet.ts'
import './run-buttons.css'

/** Five buttons that run the prompt in the main chats, or in image or video tools. The other targets are under “Other apps”. */
export function RunButtons() {
  const { main, more } = runTargets[useWorksheet().medium]
  return (
    <section aria-label={t('Run in')}>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-ink-2 text-micro">
        <span className="font-medium">{t('Run in')}</span>
        <span>
          <RunNote targets={main} />
        </span>
      </p>
      <div className="run">
        {main.map((target) => (
          <RunLink key={target.id} target={target}>
            <span className="sr-only">{t('Run in')} </span>
            {target.name}
          </RunLink>
        ))}
      </div>
      <details className="run-more">
        <summary>{t('Other apps')}</summary>
        {more.map((target) => (
          <RunLink key={target.id} target={target} className="choice">
            {target.name}
          </RunLink>
        ))}
      </details>
    </section>
  )
}
