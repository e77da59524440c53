// This file is long because it is a table with one entry for each kind of text.

import { type DocumentKind, fact, longText } from './document-kind-rules.ts'
import { decisions, interviews, mailToSomebody, messages, occasions } from './everyday-document-rules.ts'
import { personPhrase } from './idea-blank-rules.ts'
import type { TaskKind } from './task-kind-rules.ts'

/** Matches ideas of people who answer or study complaints instead of making them. */
const answersCustomers =
  /\b(answer|repl(y|ies)|respon(d|se)|handl(e|ing)|resolv|deal(ing)? with|analy[sz]|summari[sz]|classif|categori[sz]|sort|polic(y|ies))|\b(to|from|by|of) (an?|the|our|my) (\w+ )?(customers?|clients?|guests?|users?)\b|\b(customers?|clients?|guests?|users?)(’s|'s|s’|s')? (who )?complain/i

const productDescription = {
  blanks: [
    fact('features', 'Features that matter'),
    fact('buyer', 'Who buys it'),
    fact('price', 'Price', 'not stated'),
  ],
  format:
    'A headline, two sentences on what it does for the buyer, and five bullet points, each with a feature and what it is good for.',
}
/** Matches a person after “for”, “about” or “to”. */
const aboutSomebody = new RegExp(String.raw`\b(?:for|about|to) ${personPhrase}(?!['’]s)`, 'iu')
const meals = {
  role: 'a cook whose recipes work in a home kitchen',
  blanks: [
    fact('ingredients', 'Ingredients at hand', 'any'),
    fact(
      'diet',
      'Diet and allergies',
      'none',
      /\b(vegan|vegetarian|keto|halal|kosher|without|(gluten|dairy|lactose|nut)[- ]free)\b/i,
    ),
    fact('minutes', 'Minutes to cook', '30'),
  ],
  format: 'Each dish with ingredients and amounts per person, steps, and minutes; then one shopping list.',
}
/** The kinds of task that the words of a creative idea may suggest, such as `teach` for “a poem about our teacher”. */
const creativeKinds: TaskKind[] = ['write', 'teach', 'support', 'other']
/** Matches ideas of people who study or teach texts instead of asking for a new one. */
const studiesTexts = /\b(explain|teach|learn|lesson|interpret|analy[sz]e|quiz|questions)\b/i
/** The properties that poems and songs share. */
const verse = {
  unless: studiesTexts,
  onlyFor: creativeKinds,
  kind: 'write',
  category: 'creative',
  format: 'The text only, with a title.',
} satisfies Partial<DocumentKind>
const verseBlanks = [fact('details', 'Details to include'), fact('mood', 'Mood', 'warm')]
const mail = {
  role: 'a writer whose messages are read to the end and answered',
  blanks: [fact('facts', 'What the reader needs to know'), fact('request', 'What I’m asking for, and by when')],
  format:
    'A subject line. Then the reason in the first sentence, the facts, one clear request with a date, and a closing. Short enough to read on a phone.',
}

/** The kinds of text that people often ask for. The first match counts, so specific kinds come before general ones. */
const documents: DocumentKind[] = [
  ...decisions,
  {
    match: /\b(status|progress) (e-?mail|report|update)|\b(weekly|monthly) (update|report)s?\b/i,
    blanks: [
      fact('project', 'Project'),
      fact('done', 'Done since the last update'),
      fact('next', 'What comes next'),
      fact('problems', 'Problems, and who can solve them', 'none'),
    ],
    format:
      'A subject line, one sentence on where things stand (on track, at risk or late), then Done, Next and Problems as short lists.',
  },
  {
    match: /\bcover letter|\bjob application\b/i,
    blanks: [
      fact('position', 'Position'),
      fact('company', 'Company'),
      longText('notes', 'My experience'),
      fact('why', 'Why this company'),
    ],
    format:
      'One page: an opening that names the position, two paragraphs that match my experience to it, and a closing with a next step.',
  },
  {
    match: /\b(resignation|resign|quit(ting)? my job)\b/i,
    prefix: 'Write a letter to',
    blanks: [
      fact('position', 'My position'),
      fact('last day', 'My last day'),
      fact('thanks', 'What I am thankful for', 'the trust and what I learned'),
    ],
    format: 'A letter of three short paragraphs: the resignation with the last day, the thanks, the handover.',
  },
  {
    match: /\b(complain|complaints?|complaining|refund|compensation|money back)\b/i,
    unless: answersCustomers,
    kind: 'write',
    prefix: 'Write a letter to',
    role: 'a customer who writes firm, factual letters that get an answer',
    blanks: [
      fact('company', 'Company the letter goes to'),
      fact('what happened', 'What happened, and when'),
      fact('order number', 'Order or customer number', 'none'),
      fact('what I want', 'What I want'),
      fact('deadline', 'By when I want it', '14 days from today'),
    ],
    format:
      'A letter of complaint from me to the company: a subject line with the number, what happened in order, what I want, by when, and what I will do if nothing happens. Firm and polite, under one page.',
  },
  {
    match: /\b(reminders?|remind|overdue|unpaid|follow[- ]?up (e-?mail|letter|message|note))s?\b/i,
    unless: /\b(app|code|script|function|bot|notifications?|set|schedule|calendar)\b/i,
    kind: 'write',
    prefix: 'Write a message to',
    role: 'a friendly colleague who reminds people without nagging',
    blanks: [
      fact('recipient', 'Who gets it'),
      fact('what is outstanding', 'What is still outstanding'),
      fact('due date', 'When it was or is due'),
      fact('next step', 'What they should do now'),
    ],
    format:
      'A subject line that says what it is about and names the date. Then at most five sentences: what is outstanding, since when, what to do and how. Friendly, without blame.',
  },
  ...messages,
  {
    match:
      /\b(minutes|notes|summary) (of|from|for) (a|the|our|my)? ?(\w+ )?meeting|\bmeeting (minutes|notes|summary)\b/i,
    blanks: [longText('notes', 'Notes or transcript of the meeting')],
    format:
      'Decisions, then tasks as a table (what, who, by when), then open questions. Nothing that isn’t in the notes.',
  },
  {
    match: /\bagendas?\b/i,
    blanks: [
      fact('goal', 'What the meeting must decide'),
      fact('participants', 'Participants'),
      fact('minutes', 'Minutes available', '45'),
    ],
    format: 'A table with minutes, item, who leads it and what has to come out of it.',
  },
  {
    match:
      /\bjob (post|posting|ad|advert|description)s?\b|\bdescriptions? (of|for) (an?|the|my|our) (\w+ )?(job|position|vacancy)\b/i,
    blanks: [
      fact('position', 'Position'),
      fact('tasks', 'Main tasks'),
      fact('must have', 'What applicants must have'),
      fact('offer', 'Pay and benefits'),
    ],
    format: 'Title, what you will do, what you bring, what we offer, how to apply. No jargon, no gendered words.',
  },
  { match: /\bproduct (description|page)s?\b/i, ...productDescription },
  { match: /\bdescriptions? (of|for) (an?|my|our|the) \w+/i, onlyFor: ['write'], ...productDescription },
  {
    match: /\bpress releases?\b/i,
    blanks: [
      fact('news', 'The news in one sentence'),
      fact('quote from', 'Who is quoted'),
      fact('contact', 'Contact for the press'),
    ],
    format:
      'Headline, place and date, the news in the first paragraph, details, one quotation marked as a draft, a paragraph about us, the contact.',
  },
  {
    match: /\b(speech(es)?|toasts?|eulog(y|ies))\b/i,
    blanks: [
      fact('person', 'Who it is about', undefined, aboutSomebody),
      fact('stories', 'Two or three stories about them'),
      fact('minutes', 'Minutes', '3'),
    ],
    format:
      'A text to read aloud: an opening that isn’t a joke from the internet, two stories, one thought, and a closing line or a toast.',
  },
  {
    match: /\b(thank[- ]you|apology|condolence|congratulat\w+|birthday) (note|letter|card|message|e-?mail)s?\b/i,
    blanks: [
      fact('person', 'Who it is for'),
      fact('reason', 'Reason'),
      fact('closeness', 'How well we know each other', 'colleagues'),
    ],
    format: 'Three to five sentences that fit only this person.',
  },
  {
    match: /\b(tweet|social media|instagram|linkedin|facebook|tiktok|post for)\b/i,
    blanks: [fact('message', 'The one thing to remember'), fact('call to action', 'What readers should do', 'comment')],
    format: 'Three versions, each with a first line that works on its own, and no more than two hashtags.',
  },
  {
    match: /\bnewsletters?\b/i,
    blanks: [fact('news', 'The news, most important first'), fact('call to action', 'What readers should do')],
    format:
      'Three subject lines to choose from, a first sentence with the main news, short sections with a heading each, and one call to action.',
  },
  {
    match: /\bblog (post|article)|\barticles?\b/i,
    blanks: [
      fact('point', 'What readers should take away'),
      fact('sources', 'Facts and sources to use', 'none yet: mark what needs one'),
    ],
    format: 'A title, an opening of three sentences, sections with headings, and an ending that says what to do next.',
  },
  {
    match: /\blesson( plans?)?\b/i,
    blanks: [
      fact('goal', 'What the class should be able to do afterward'),
      fact('minutes', 'Minutes', '45'),
      fact('material', 'Materials at hand', 'board and paper'),
    ],
    format: 'A table with minutes, phase, what the teacher does, what the class does; then the task with its solution.',
  },
  {
    match: /\b(quiz|flash ?cards?|exam questions|test questions)\b/i,
    blanks: [fact('level', 'Level', 'beginner'), fact('number of questions', 'Number of questions', '10')],
    format:
      'Numbered questions from easy to hard, then the answers below a horizontal rule, each with a one-sentence explanation.',
  },
  {
    match: /\b(workout|training plan|exercise plan|fitness)\b/i,
    blanks: [
      fact('goal', 'Goal'),
      fact('days per week', 'Days per week', '3'),
      fact('equipment', 'Equipment', 'none'),
      fact('limits', 'Injuries or limits', 'none'),
    ],
    format: 'A table for each day with exercise, sets, repetitions and rest; then how to progress from week to week.',
  },
  { match: /\b(meal plan|recipes?|cook)\b/i, ...meals },
  {
    match: /\b(dinner|menu|lunch|breakfast|brunch)\b/i,
    onlyFor: ['plan', 'other'],
    kind: 'plan',
    verb: 'Plan',
    ...meals,
  },
  {
    match: /\b(packing|shopping|to-?do|check) ?list\b/i,
    kind: 'plan',
    blanks: [
      fact('occasion', 'What it is for'),
      fact('who', 'Who it is for', 'me'),
      fact('limits', 'Limits, such as weight, money or time', 'none'),
    ],
    format: 'A list in groups, most important first, with an amount for each entry, and what can be left out.',
  },
  {
    match: /\b(itinerary|trip|travel|vacation|holiday|getaway|weekend (in|at|near|away))\b/i,
    onlyFor: ['plan', 'other'],
    kind: 'plan',
    verb: 'Plan',
    blanks: [
      fact('dates', 'Dates'),
      fact('travelers', 'Who is traveling'),
      fact('interests', 'Interests'),
      fact('pace', 'Pace', 'relaxed'),
    ],
    format:
      'A table for each day with morning, afternoon and evening, how to get from one to the next, and what to book ahead.',
  },
  ...interviews,
  {
    match: /\binterviews?\b/i,
    role: 'a recruiter who knows what a good answer shows',
    verb: 'Prepare',
    blanks: [
      fact('position', 'Position'),
      fact('strengths', 'Strengths to bring up'),
      fact('number of questions', 'Number of questions', '10'),
    ],
    format: 'The questions in order, what each is meant to find out, and how to structure a good answer.',
  },
  {
    match: /\b(performance review|self[- ]review|appraisal)\b/i,
    blanks: [fact('role', 'Role'), fact('results', 'Results with numbers'), fact('to improve', 'What to improve')],
    format: 'Results, how they were reached, what to improve with one concrete step each, goals for the next period.',
  },
  {
    match: /\b(user stor(y|ies)|requirements?|prd|spec(ification)?)\b/i,
    blanks: [
      fact('user', 'Who needs it'),
      fact('problem', 'What they can’t do today'),
      fact('out of scope', 'What is out of scope', 'nothing yet'),
    ],
    format: 'Problem, user stories with acceptance criteria (given, when, then), what is out of scope, open questions.',
  },
  {
    match: /\bcode review|review (my|this|the|our) (\w+ )?(code|function|pull request|pr)\b/i,
    blanks: [longText('code', 'Code'), fact('goal', 'What the code should do')],
    format:
      'Findings by severity (wrong, risky, unclear), each with the line, the reason and the fix. Then what is done well.',
  },
  {
    match: /\bunit tests?\b/i,
    blanks: [longText('code', 'Code'), fact('framework', 'Test framework', 'the usual one for the language')],
    format: 'The tests in one block, each named after the behavior that it checks; then a list of what isn’t tested.',
  },
  {
    match: /\bsql\b/i,
    blanks: [longText('tables', 'Tables and columns'), fact('database', 'Database', 'PostgreSQL')],
    format: 'The query in one block, what each part does, which index would help, and an example row of the result.',
  },
  {
    match: /\b(regex|regular expression)\b/i,
    blanks: [fact('matches', 'Examples that must match'), fact('no matches', 'Examples that must not match')],
    format: 'The expression, what each part does, and a table that shows whether each example matches.',
  },
  {
    match: /\bswot\b/i,
    blanks: [fact('company', 'Company or project'), fact('market', 'Market and competitors')],
    format:
      'A table of strengths, weaknesses, opportunities and threats, three each, and the two decisions that follow from them.',
  },
  {
    match: /\b(story|stories|fairy tales?|bedtime)\b/i,
    unless: studiesTexts,
    onlyFor: creativeKinds,
    kind: 'write',
    blanks: [fact('hero', 'Hero'), fact('place', 'Place and time'), fact('ending', 'Ending', 'a hopeful one')],
    format: 'A title and the story in scenes, with dialogue, showing instead of telling.',
  },
  {
    ...verse,
    match: /\b(poems?|haikus?|limericks?|sonnets?)\b/i,
    role: 'a poet who finds fresh images for plain things',
    blanks: [...verseBlanks, fact('form', 'Form', 'four verses, rhymed', /\b(haikus?|limericks?|sonnets?)\b/i)],
  },
  {
    ...verse,
    match: /\b(lyrics|songs?|raps?|lullab(y|ies)|jingles?)\b/i,
    role: 'a songwriter whose lines are easy to sing and hard to forget',
    blanks: [...verseBlanks, fact('form', 'Form', 'two verses and a chorus, rhymed')],
  },
  {
    match: /\blogo\b/i,
    blanks: [
      fact('brand', 'Name'),
      fact('feeling', 'What it should feel like'),
      fact('colors', 'Colors', 'two at most'),
    ],
    format: 'One paragraph for an image model: symbol, composition, colors, style, background; then a line “Avoid:”.',
  },
  {
    match: /\b(answer|reply|respond|response) (to )?(\w{1,20} ){0,3}(e-?mails?|letters?|messages?)\b/i,
    onlyFor: ['write'],
    role: 'a writer who answers messages briefly and leaves no question open',
    blanks: [longText('message', 'Message to answer'), fact('my answer', 'What I want to say')],
    format: 'A reply that answers every question in the message, in order, and ends with the next step.',
  },
  { match: mailToSomebody, kind: 'write', ...mail },
  { match: /\b(e-?mails?|letters?|messages?)\b/i, onlyFor: ['write'], ...mail },
  ...occasions,
]

/**
 * Kinds of task that work on an existing text, so they use only entries with a blank for a long text. “Translate this
 * recipe” needs no ingredients, for example.
 */
const reworkingKinds: TaskKind[] = ['translate', 'summarise', 'rewrite']

/**
 * Returns the kind of text that an English idea asks for, or null if the table has none. `kind` is the idea's kind of
 * task. `chosen`, the kind of task that the member chose, excludes texts for any other kind of task.
 */
export function documentOf(idea: string, kind: TaskKind, chosen?: TaskKind): DocumentKind | null {
  return (
    documents.find(
      ({ match, unless, onlyFor, kind: kindOfText, blanks }) =>
        match.test(idea) &&
        !unless?.test(idea) &&
        (onlyFor === undefined || onlyFor.includes(kind)) &&
        (kindOfText === undefined || chosen === undefined || kindOfText === chosen) &&
        (!reworkingKinds.includes(kind) || blanks.some(({ isText }) => isText)),
    ) ?? null
  )
}
