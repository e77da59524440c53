import { t } from '#lib/texts.ts'
import { AnswerColumns } from './answer-columns.tsx'
import type { LiveRun } from './answer-view.ts'

/** Shows answers while they stream, each with a button that stops it while it is running. */
export function LiveAnswers({
  run,
  isRunning,
  onStop,
}: {
  run: LiveRun
  isRunning: boolean
  onStop: (names: string[]) => void
}) {
  const runningNames = run.answers.filter(({ status }) => status === 'running').map(({ name }) => name)
  const doneCount = run.answers.filter(({ status }) => status !== 'running' && status !== 'waiting').length
  return (
    <section aria-label={t('Answers')}>
      <div className="mb-3 flex min-h-10 items-center justify-between gap-4">
        <p role="status" className="text-ink-2 text-small">
          {run.isReconnecting
            ? t('The connection was lost. Reconnecting...')
            : t('{doneCount} of {length} finished.', { doneCount, length: run.answers.length })}
        </p>
        {isRunning && runningNames.length > 1 && (
          <button type="button" className="btn" onClick={() => onStop(runningNames)}>
            {t('Stop all')}
          </button>
        )}
      </div>
      <AnswerColumns
        answers={run.answers}
        areNamesHidden={run.isBlind}
        renderAction={({ name, status }) =>
          isRunning &&
          status === 'running' && (
            <button type="button" className="btn flex-1" onClick={() => onStop([name])}>
              {t('Stop')}
            </button>
          )
        }
      />
    </section>
  )
}
