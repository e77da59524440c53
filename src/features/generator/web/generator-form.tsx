import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { PriceLine } from '#features/credits/web/price-line.tsx'
import { generatorLimits as limits, type TaskKind, taskKinds } from '#features/generator/rules.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import type { MemberModel } from '#features/models/web/offered-model.ts'
import { OwnKeyFields } from '#features/models/web/own-key-fields.tsx'
import { UnavailableModels } from '#features/models/web/unavailable-models.tsx'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { GeneratorDraft } from './generator-draft.ts'
import { isWide } from './wide-layout.ts'

/** The names of the kinds of task, as the form shows them. */
const kindNames: Record<TaskKind, Message> = {
  write: msg('Writing'),
  rewrite: msg('Rewriting'),
  summarise: msg('Summary'),
  translate: msg('Translation'),
  code: msg('Code'),
  analyse: msg('Analysis'),
  research: msg('Research'),
  plan: msg('Plan'),
  teach: msg('Teaching'),
  image: msg('Image'),
  support: msg('Customer support'),
  brainstorm: msg('Ideas'),
  other: msg('Something else'),
}

/** The suggested tones. Members may enter any other tone. */
const tones = [msg('Plain'), msg('Warm'), msg('Formal'), msg('Playful')] as const

type FormProps = {
  draft: GeneratorDraft
  onChange: (change: Partial<GeneratorDraft>) => void
  models: MemberModel[]
  /** The model of the draft, or the default model. Undefined if no model is available. */
  chosenModel: MemberModel | undefined
  /** Undefined for a visitor. */
  userId: string | undefined
  /** Example ideas. They are shown here only on screens so narrow that the result is below the form. */
  ideas: ReactNode
  isRunning: boolean
  /** Whether the Generate button is styled as the primary action. */
  isPrimary: boolean
  onSend: () => void
  onStop: () => void
  /** The offer to use a model on the member's own machine instead of the chosen one. */
  ownMachine: ReactNode
}

/** Shows the generator's form: an idea, optional details and the model. */
export function GeneratorForm({
  draft,
  onChange,
  chosenModel,
  ideas,
  isRunning,
  isPrimary,
  onSend,
  onStop,
  ...modelFieldProps
}: FormProps) {
  const { idea } = draft
  const [isTooShort, setTooShort] = useState(false)
  const id = useId()
  const error =
    isTooShort && idea.trim().length < limits.ideaMin ? t('Describe in a few words what you want.') : undefined
  return (
    <form
      className="generator-form"
      aria-label={t('Prompt generator')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isShort = idea.trim().length < limits.ideaMin
        setTooShort(isShort)
        if (isShort) document.getElementById(`${id}idea`)?.focus()
        else onSend()
      }}
    >
      <div className="field">
        <label htmlFor={`${id}idea`}>{t('Your idea')}</label>
        <textarea
          id={`${id}idea`}
          name="idea"
          className="input min-h-32"
          dir="auto"
          value={idea}
          maxLength={limits.ideaMax}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}about`}
          onChange={(event) => onChange({ idea: event.target.value })}
        />
        <p id={`${id}about`} className={error ? 'field-error' : 'text-ink-2 text-small'}>
          {error ?? t('A sentence or two, in any language. The draft is saved as you type.')}
        </p>
      </div>
      {ideas && <div className="generator-ideas-above">{ideas}</div>}
      <div className="grid gap-2">
        {chosenModel && <PriceLine price={chosenModel.price} />}
        {isRunning ? (
          <button type="button" className="btn btn-big" onClick={onStop}>
            {t('Stop')}
          </button>
        ) : (
          <button
            type="submit"
            className={isPrimary ? 'btn btn-primary btn-big' : 'btn btn-big'}
            aria-disabled={!chosenModel}
          >
            {modelFieldProps.userId === undefined ? t('Sign in to generate') : t('Generate')}
            <Icon name="arrow-right" />
          </button>
        )}
        <p className="text-ink-2 text-small empty:hidden">
          {chosenModel?.vendor === 'built-in' &&
            t('The Composer adapts a prompt of this catalogue to your idea. No AI is asked.')}{' '}
          {modelFieldProps.userId === undefined && t('Your idea is kept while you sign in.')}
        </p>
      </div>
      <Options draft={draft} chosenModel={chosenModel} onChange={onChange} {...modelFieldProps} />
    </form>
  )
}

/**
 * Shows the optional fields. They are below the Generate button, so that the button stays in view. They are collapsed
 * at first if they are empty, but not on a wide screen with a choice of writers.
 */
function Options({
  draft,
  chosenModel,
  onChange,
  ...modelFieldProps
}: Omit<FormProps, 'ideas' | 'isRunning' | 'isPrimary' | 'onSend' | 'onStop'>) {
  const { kind, tone, audience, language } = draft
  const [isToggled, setToggled] = useState<boolean | null>(null)
  const hasWriters = modelFieldProps.models.filter(({ available }) => available).length > 1
  // The fields for one's own keys are among the options.
  const isLinked = useLocation().hash === 'own-keys'
  const isOpen = isToggled ?? (isLinked || (isWide() && hasWriters) || [kind, tone, audience, language].some(Boolean))
  const id = useId()
  return (
    <details className="disclosure" open={isOpen} onToggle={(event) => setToggled(event.currentTarget.open)}>
      <summary>{t('Kind, tone, audience, language, writer')}</summary>
      <div className="grid gap-5 pt-2">
        <div className="grid grid-cols-2 gap-4">
          <KindField draft={draft} onChange={onChange} />
          <Field
            label={t('Tone')}
            name="tone"
            list={`${id}tones`}
            maxLength={limits.detailMax}
            value={tone}
            placeholder={t('Any')}
            onChange={(event) => onChange({ tone: event.target.value })}
          />
          <Field
            label={t('Audience')}
            name="audience"
            maxLength={limits.detailMax}
            value={audience}
            placeholder={t('Anyone')}
            onChange={(event) => onChange({ audience: event.target.value })}
          />
          <Field
            label={t('Language')}
            name="language"
            maxLength={limits.detailMax}
            value={language}
            placeholder={t('Automatic')}
            onChange={(event) => onChange({ language: event.target.value })}
          />
          <datalist id={`${id}tones`}>
            {tones
              .map((tone) => translate(tone))
              .map((tone) => (
                <option key={tone} value={tone} />
              ))}
          </datalist>
        </div>
        <ModelField {...modelFieldProps} chosenModel={chosenModel} onChange={onChange} />
      </div>
    </details>
  )
}

function KindField({ draft, onChange }: Pick<FormProps, 'draft' | 'onChange'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('Kind')}</label>
      <select
        id={id}
        className="input"
        value={draft.kind}
        onChange={({ target }) => onChange({ kind: taskKinds.find((kind) => kind === target.value) ?? '' })}
      >
        <option value="">{t('Automatic')}</option>
        {taskKinds.map((kind) => (
          <option key={kind} value={kind}>
            {translate(kindNames[kind])}
          </option>
        ))}
      </select>
    </div>
  )
}

function ModelField({
  models,
  chosenModel,
  userId,
  ownMachine,
  onChange,
}: Pick<FormProps, 'models' | 'chosenModel' | 'userId' | 'ownMachine' | 'onChange'>) {
  const id = useId()
  const availableModels = models.filter(({ available }) => available)
  return (
    <div className="grid gap-2">
      <div className="field">
        <label htmlFor={id}>{t('Written by')}</label>
        <select
          id={id}
          className="input"
          value={chosenModel?.id ?? ''}
          onChange={(event) => onChange({ model: event.target.value })}
        >
          {availableModels.map((model) => (
            <option key={model.id} value={model.id}>
              {modelLine(model.id, model.vendor)}
              {model.through && ` ${t('via {name}', { name: model.through })}`} (
              {plural(model.price, '{count} credit', '{count} credits')})
            </option>
          ))}
        </select>
      </div>
      <UnavailableModels
        models={models}
        renderLine={(families) =>
          userId === undefined
            ? t('Sign in and bring your own key to use {families}.', { families })
            : t('Bring your own key to use {families}.', { families })
        }
      />
      {userId !== undefined && <OwnKeyFields userId={userId} />}
      {userId !== undefined && ownMachine}
    </div>
  )
}
