import { type DocumentKind, fact, longText } from './document-kind-rules.ts'
import { messageVerbs, peoplePhrase, personPhrase } from './idea-blank-rules.ts'

/** Matches polite openings such as “can you”. */
const polite = `^(?:(?:please|can you|could you|help me(?: to)?|i (?:want|need) to|how (?:do|can|should) i) )*`
const wantsCodeOrStory =
  /\b(app|code|script|function|bot|chatbot|story|stories|jokes?|poems?|songs?|riddles?|tales?)\b/i

/** Matches an email or letter together with its recipient. */
export const mailToSomebody = new RegExp(String.raw`\b(?:e-?mails?|letters?) (?:to|for) ${personPhrase}`, 'iu')

/**
 * Decisions between options. They come first in the table of document-rules.ts, because “Should I quit my job?” doesn't
 * ask for a letter.
 */
export const decisions: DocumentKind[] = [
  new RegExp(
    String.raw`${polite}(?:should (?:i|we)\b|is it (?:better|worth|smart|wise)|which\b.{1,60}\b(?:better|best|should (?:i|we))|what\b.{1,60}\bshould (?:i|we) (?:buy|choose|pick|get|study)|decide\b|choose between|make a decision|(?:list )?(?:the )?pros and cons)`,
    'iu',
  ),
  /^(?:(?:buy|rent|stay|lease|repair|keep|sell|move|go|take|hire|build|fix|save|invest|study|work|drive|fly|adopt|cancel|leave|quit|wait|renovate|refinance|\p{L}+ing) )?(?:[\p{L}'’-]+ ){0,3}or (?:to )?(?:buy|rent|stay|leave|lease|replace|keep|sell|move|go|take|hire|build|fix|save|spend|invest|work|study|drive|fly|wait|quit|not|a new|\p{L}+ing)\b/iu,
].map((match) => ({
  match,
  unless: /\b(song|story|poem|essay|article|recipes?|cook|names?)\b/i,
  kind: 'analyse',
  role: 'a level-headed adviser who lays out every side and then commits to one',
  verb: 'Help me decide',
  blanks: [
    fact('options', 'Options', undefined, / or |\bworth\b|^should\b|\bpros and cons\b/i),
    fact('situation', 'My situation, with the numbers that matter'),
    fact('what matters', 'What matters most to me, in order'),
    fact('limits', 'Limits, such as money, time or people', 'none'),
  ],
  format:
    'Questions first, if an answer could change the decision. Then a table of the options with cost, benefit and risk, the recommendation in one sentence, how sure you are, and what would change it.',
}))

const message = {
  kind: 'write',
  prefix: 'Write a message to',
  role: 'a writer whose messages sound like a person and get an answer',
  blanks: [
    fact('details', 'What they need to know'),
    fact(
      'tone',
      'Tone',
      'friendly and clear',
      /\b(polite(ly)?|firm(ly)?|friendly|kind(ly)?|funny|formal(ly)?|angry)\b/i,
    ),
    fact('channel', 'How it is sent', 'text message', /\b(texts?|sms|whatsapp|dms?|e-?mail|note|letter|voicemail)\b/i),
  ],
  format:
    'Two versions that can be sent as they are, one of at most three sentences and one a little longer. The reason comes first. No blame, no stock phrases.',
} satisfies Omit<DocumentKind, 'match'>

/** Messages from one person to another. */
export const messages: DocumentKind[] = [
  {
    match: /\binvitations?\b|^(please )?invite\b/i,
    unless: /\b(say no|decline|turn(ing)? down|refus\w+|reply|answer|image|poster|picture|logo)\b/i,
    kind: 'write',
    prefix: 'Write a message to',
    role: 'a host whose invitations make people want to come',
    blanks: [
      fact('when', 'Date and time'),
      fact('where', 'Place'),
      fact('what to bring', 'What guests should know or bring', 'nothing'),
      fact('reply by', 'When I need an answer'),
    ],
    format: 'The invitation only: what is celebrated, when, where, what to bring, how to answer. Warm and short.',
  },
  {
    ...message,
    match: new RegExp(`${polite}(?:${messageVerbs}) ${peoplePhrase}`, 'iu'),
    unless: wantsCodeOrStory,
  },
  {
    ...message,
    // This pattern has no `i` flag, because a capital letter marks a name.
    match:
      /^(?:[Tt]ell|[Aa]sk|[Ii]nform|[Rr]emind|[Ww]arn|[Tt]hank|[Cc]ongratulate|[Tt]ext|[Mm]essage|[Ee]-?mail|[Ii]nvite) \p{Lu}\p{Ll}+ (?:that|to|about|if|whether|for|on)\b/u,
    unless: wantsCodeOrStory,
  },
  {
    match: /\b(out[- ]of[- ]office|auto-?repl(y|ies)|automatic reply|away message)\b/i,
    kind: 'write',
    blanks: [
      fact('away until', 'First and last day that I’m away'),
      fact('replacement', 'Who helps in the meantime'),
      fact('reason', 'Reason', 'not stated'),
    ],
    format:
      'A subject line and at most four sentences: when I’ll be back, who helps, and what happens to messages in the meantime.',
  },
  {
    match: new RegExp(`${polite}(?:reply|respond|answer|write back) to ${personPhrase}`, 'iu'),
    unless: /\b(customers?|clients?|complaints?|reviews?)\b/i,
    kind: 'write',
    role: 'a writer who answers messages briefly and leaves no question open',
    blanks: [longText('message', 'Message to answer'), fact('my answer', 'What I want to say')],
    format: 'A reply that answers every question in the message, in order, and ends with the next step.',
  },
  { ...message, match: /^(?:please )?(?:say no|turn down|decline|cancel|apologi[sz]e|say sorry|break up)\b/i },
  {
    ...message,
    match: new RegExp(
      String.raw`\b(?:text|message|note|sms|dm|whatsapp|voicemail)s?(?: message)? (?:to|for) ${peoplePhrase}`,
      'iu',
    ),
    unless: wantsCodeOrStory,
  },
]

/** Matches ideas about job interviews, or about interviews that have already taken place. */
const otherInterviews =
  /\b(jobs?|positions?|roles?|candidates?|applicants?|hiring|recruit\w*|vacanc\w+|mock|technical|salary|internship|interview (prep\w*|tips|questions for an?)|analy[sz]e|evaluate)\b/i

/** Interviews that aren't for jobs. Either the model interviews the user, or the user interviews somebody else. */
export const interviews: DocumentKind[] = [
  {
    match: /\binterview(ing|s)? (me|us)\b|\bask me (\w+ )?questions about (my|our)\b/i,
    unless: otherInterviews,
    kind: 'write',
    role: 'a patient interviewer who listens and follows up',
    blanks: [
      fact('known', 'What you should know before you start'),
      fact('focus', 'What to focus on', 'scenes, people and turning points'),
      fact('off limits', 'What not to ask about', 'nothing'),
      fact('number of questions', 'Number of questions', '15'),
    ],
    format:
      'One question at a time. Wait for my answer and follow up where it gets interesting. After the last question, write up my answers in the first person, in my words, with nothing added.',
  },
  {
    match:
      /\binterview(ing|s)? (my|our|an?|the|him|her|them|people|somebody|someone)\b|\b(user|customer|podcast|expert|oral history|family) interviews?\b|\binterviews? (with|about)\b|\bquestions to ask (my|our|an?|the)\b/i,
    unless: otherInterviews,
    kind: 'write',
    prefix: 'Prepare questions to',
    verb: 'Prepare',
    role: 'an interviewer whose questions make people tell stories',
    blanks: [
      fact('purpose', 'What the interview is for'),
      fact('known', 'What I know about the person'),
      fact('number of questions', 'Number of questions', '10'),
    ],
    format:
      'Open questions from easy to personal, each with a follow-up in case the answer is short. Then what to avoid asking, and how to begin and end.',
  },
]

/**
 * Things to plan. They come last in the table of document-rules.ts, because an idea may ask for a text about them, such
 * as “an invitation to a party”.
 */
export const occasions: DocumentKind[] = [
  {
    match: /\b(study|learning|revision|exam) (plan|schedule)s?\b/i,
    kind: 'plan',
    role: 'a tutor whose plans are easy to stick to',
    blanks: [
      fact('topics', 'Topics'),
      fact('weak spots', 'What I find hardest'),
      fact('hours per week', 'Hours per week', '6'),
      fact('exam date', 'Date of the exam', 'none', /\b(in|within) (\d+|an?|one|two|three|four|five|six) \w+/i),
    ],
    format:
      'A table for each week with day, topic, exercise and how to check it. Include time for review and a free day.',
  },
  {
    match: /\b(party|parties|barbecue|bbq|picnic|baby shower|celebration)\b/i,
    onlyFor: ['plan', 'other'],
    kind: 'plan',
    role: 'a host who plans parties that are easy to run',
    verb: 'Plan',
    blanks: [
      fact('guests', 'Guests: how many, and how old'),
      fact('date', 'Date and time'),
      fact('place', 'Place', 'at home'),
      fact('budget', 'Budget', 'none fixed', /[$€£]|\bbudget\b/i),
    ],
    format:
      'A table with the date, the task and who does it, from today to the day after. Then an hour-by-hour schedule of the party, a shopping list, and what to do if it rains or somebody cancels.',
  },
]
