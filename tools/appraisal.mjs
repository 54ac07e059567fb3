// Fits the weights of an appraisal (src/core/appraisal.h) to games of computer players.
//
//     sandtable samples wb95/nysa --games 1000 >samples.tsv
//     node tools/appraisal.mjs samples.tsv [more.tsv …] >data/wb95/appraisals/nysa.tsv
//
// Chances of winning are fitted by logistic regression, margins by linear regression, both with a penalty on the weights
// in units of each feature's spread. Whole games are held out, a fifth at a time. The report on stderr says how well the
// rest predicts them, compared with the points and the turn alone.
import {readFileSync} from 'node:fs'

const FOLDS = 5
const PENALTIES = [10, 100, 1000]
const ROWS = 20000 // of many samples, some of each game
const MILLION = 1e6

// ---- samples ----

function read(files) {
  const games = []
  let head
  for (const file of files) {
    const [first, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    head ??= first.split('\t')
    if (first !== head.join('\t')) throw new Error(`${file} has other columns than the first file`)
    let last
    for (const line of lines) {
      const cells = line.split('\t')
      if (cells.length !== head.length) continue // cut off
      if (cells[0] !== last) games.push([])
      last = cells[0]
      games.at(-1).push(cells.slice(2).map(Number))
    }
  }
  if (games.length < FOLDS) throw new Error('there are no samples, or too few games')
  const names = head.slice(3, -2)
  const every = Math.ceil(games.flat().length / ROWS)
  return {games: games.map(rows => rows.filter((_, i) => i % every === 0)), names}
}

// A row is: left, features, margin, won. Each feature counts by itself and in proportion to the turns left.
function designed(row, chosen) {
  const left = row[0] / 256
  const out = [1, left]
  for (const i of chosen) out.push(row[1 + i], row[1 + i] * left)
  return out
}

function tabled(games, chosen, names) {
  const rows = games.flat()
  const size = names.length
  return {
    x: rows.map(row => designed(row, chosen)),
    margin: rows.map(row => row[1 + size]),
    won: rows.map(row => row[2 + size]),
  }
}

// ---- regression ----

// Solves the symmetric system in place.
function solve(matrix, right) {
  const size = right.length
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i][j]
      for (let k = 0; k < j; k++) sum -= matrix[i][k] * matrix[j][k]
      matrix[i][j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / matrix[j][j]
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) right[i] -= matrix[i][k] * right[k]
    right[i] /= matrix[i][i]
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) right[i] -= matrix[k][i] * right[k]
    right[i] /= matrix[i][i]
  }
  return right
}

function spread(x) {
  const size = x[0].length
  const mean = new Float64Array(size)
  const deviation = new Float64Array(size)
  for (const row of x) for (let i = 0; i < size; i++) mean[i] += row[i] / x.length
  for (const row of x) for (let i = 0; i < size; i++) deviation[i] += (row[i] - mean[i]) ** 2 / x.length
  return {mean, deviation: deviation.map(Math.sqrt)}
}

function scaled(x, {mean, deviation}) {
  return x.map(row => Float64Array.from(row, (value, i) => i === 0 ? 1 : deviation[i] > 1e-9 ? (value - mean[i]) / deviation[i] : 0))
}

function weighted(x, weights, targets, penalty, start) {
  const size = x[0].length
  const matrix = Array.from({length: size}, () => new Float64Array(size))
  const right = new Float64Array(size)
  x.forEach((row, n) => {
    for (let i = 0; i < size; i++) {
      const by = weights[n] * row[i]
      right[i] += targets[n] * row[i]
      const line = matrix[i]
      for (let j = 0; j <= i; j++) line[j] += by * row[j]
    }
  })
  for (let i = 0; i < size; i++) {
    matrix[i][i] += i ? penalty : 1e-6
    if (start && i) right[i] -= penalty * start[i]
  }
  return solve(matrix, right)
}

const dot = (a, b) => { let sum = 0; for (let i = 0; i < a.length; i++) sum += a[i] * b[i]; return sum }
const sigmoid = z => 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, z))))

function linear(x, y, penalty) {
  return weighted(x, y.map(() => 1), y, penalty)
}

function logistic(x, y, penalty) {
  let weights = new Float64Array(x[0].length)
  for (let round = 0; round < 12; round++) {
    const chances = x.map(row => sigmoid(dot(row, weights)))
    const step = weighted(x, chances.map(p => Math.max(p * (1 - p), 1e-5)), chances.map((p, i) => y[i] - p), penalty, weights)
    weights = weights.map((weight, i) => weight + Math.max(-3, Math.min(3, step[i])))
    if (Math.max(...step.map(Math.abs)) < 1e-4) break
  }
  return weights
}

// Back to the units of the features.
function plain(weights, {mean, deviation}) {
  const out = weights.map((weight, i) => i && deviation[i] > 1e-9 ? weight / deviation[i] : i ? 0 : weight)
  for (let i = 1; i < out.length; i++) out[0] -= out[i] * mean[i]
  return out
}

function fit({x, margin, won}, penalty) {
  const by = spread(x)
  const z = scaled(x, by)
  return {chance: plain(logistic(z, won, penalty), by), margin: plain(linear(z, margin, penalty), by)}
}

// ---- how good it is ----

const loss = (p, y) => -(y * Math.log(Math.max(p, 1e-4)) + (1 - y) * Math.log(Math.max(1 - p, 1e-4)))

function errors(model, {x, margin, won}) {
  const sums = {count: x.length, loss: 0, square: 0}
  x.forEach((row, i) => {
    sums.loss += loss(sigmoid(dot(row, model.chance)), won[i])
    sums.square += (dot(row, model.margin) - margin[i]) ** 2
  })
  return sums
}

function validated({games, names}, chosen, penalty) {
  const total = {count: 0, loss: 0, square: 0}
  for (let fold = 0; fold < FOLDS; fold++) {
    const train = games.filter((_, i) => i % FOLDS !== fold)
    const test = games.filter((_, i) => i % FOLDS === fold)
    const sums = errors(fit(tabled(train, chosen, names), penalty), tabled(test, chosen, names))
    for (const key in total) total[key] += sums[key]
  }
  return {loss: total.loss / total.count, error: Math.sqrt(total.square / total.count)}
}

function best(samples, chosen) {
  return PENALTIES.map(penalty => ({penalty, ...validated(samples, chosen, penalty)}))
}

// ---- the table ----

function print(samples, model, chosen, note) {
  const {names} = samples
  const number = value => String(Math.round(value * MILLION))
  const cells = at => [model.chance[at], model.chance[at + 1], model.margin[at], model.margin[at + 1]].map(number).join('\t')
  console.log(note.map(line => `# ${line}`).join('\n'))
  console.log('side\tfeature\tchance\tchance-left\tmargin\tmargin-left')
  console.log(`-\tbase\t${cells(0)}`)
  chosen.forEach((i, n) => {
    const at = 2 + 2 * n
    const [side, feature] = names[i].split(':')
    if ([0, 1].some(k => Math.round(model.chance[at + k] * MILLION) || Math.round(model.margin[at + k] * MILLION)))
      console.log(`${side}\t${feature}\t${cells(at)}`)
  })
}

const samples = read(process.argv.slice(2))
const all = samples.names.map((_, i) => i)
const points = all.filter(i => samples.names[i].endsWith(':points'))
const told = value => value.toFixed(4)
const base = best(samples, points).reduce((a, b) => a.loss < b.loss ? a : b)
const tries = best(samples, all)
for (const one of tries) console.error(`penalty ${one.penalty}: log-loss ${told(one.loss)}, margin's error ${told(one.error)}`)
const found = tries.reduce((a, b) => a.loss + a.error / base.error < b.loss + b.error / base.error ? a : b)
const rows = samples.games.flat().length
const lines = [
  `Provenance: fitted by tools/appraisal.mjs to ${rows} positions of ${samples.games.length} games.`,
  `Held out: log-loss ${told(found.loss)} (points alone ${told(base.loss)}), error of the margin ${told(found.error)} (${told(base.error)}).`,
]
console.error(lines.join('\n'))
print(samples, fit(tabled(samples.games, all, samples.names), found.penalty), all, lines)
