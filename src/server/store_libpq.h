/* store_libpq.h — libpq, loaded when the first store in PostgreSQL is opened.
 *
 * It brings libraries for passwords and directories along, which a store in a file does not need. A call of libpq is
 * written as ever. */
#ifndef SANDTABLE_STORE_LIBPQ_H
#define SANDTABLE_STORE_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "server/store.h"

/* clang-format off */
#define LIBPQ_CALLS(CALL) \
    CALL(clear) \
    CALL(cmdTuples) \
    CALL(connectdbParams) \
    CALL(consumeInput) \
    CALL(enterPipelineMode) \
    CALL(errorMessage) \
    CALL(exec) \
    CALL(execParams) \
    CALL(execPrepared) \
    CALL(exitPipelineMode) \
    CALL(finish) \
    CALL(getResult) \
    CALL(getlength) \
    CALL(getvalue) \
    CALL(ntuples) \
    CALL(pipelineSync) \
    CALL(prepare) \
    CALL(reset) \
    CALL(resultErrorField) \
    CALL(resultStatus) \
    CALL(sendQueryPrepared) \
    CALL(setNoticeReceiver) \
    CALL(socket) \
    CALL(status) \
    CALL(transactionStatus)

#define LIBPQ_MEMBER(name) __typeof__(PQ##name) *name;
typedef struct Libpq {
    LIBPQ_CALLS(LIBPQ_MEMBER)
} Libpq;
/* clang-format on */

/* Whether libpq is there; else with a sentence. Every caller that connects asks first. */
bool libpq_loads(char why[TROUBLE]);
const Libpq *libpq_late(void);

#ifndef LIBPQ_AS_IT_IS
#define PQclear libpq_late()->clear
#define PQcmdTuples libpq_late()->cmdTuples
#define PQconnectdbParams libpq_late()->connectdbParams
#define PQconsumeInput libpq_late()->consumeInput
#define PQenterPipelineMode libpq_late()->enterPipelineMode
#define PQerrorMessage libpq_late()->errorMessage
#define PQexec libpq_late()->exec
#define PQexecParams libpq_late()->execParams
#define PQexecPrepared libpq_late()->execPrepared
#define PQexitPipelineMode libpq_late()->exitPipelineMode
#define PQfinish libpq_late()->finish
#define PQgetResult libpq_late()->getResult
#define PQgetlength libpq_late()->getlength
#define PQgetvalue libpq_late()->getvalue
#define PQntuples libpq_late()->ntuples
#define PQpipelineSync libpq_late()->pipelineSync
#define PQprepare libpq_late()->prepare
#define PQreset libpq_late()->reset
#define PQresultErrorField libpq_late()->resultErrorField
#define PQresultStatus libpq_late()->resultStatus
#define PQsendQueryPrepared libpq_late()->sendQueryPrepared
#define PQsetNoticeReceiver libpq_late()->setNoticeReceiver
#define PQsocket libpq_late()->socket
#define PQstatus libpq_late()->status
#define PQtransactionStatus libpq_late()->transactionStatus
#endif

#endif
