// libcurl for Swift. Each variadic function gets one inline wrapper for each type of argument.
#pragma once
#include <curl/curl.h>

static inline CURLcode longwave_easy_setopt_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_write(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_prerequest(CURL *easy, CURLoption option, curl_prereq_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_socket(CURL *easy, CURLoption option, curl_sockopt_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_setopt_opener(CURL *easy, CURLoption option, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode longwave_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_double(CURL *easy, CURLINFO info, double *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_string(CURL *easy, CURLINFO info, char **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_socket(CURL *easy, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode longwave_easy_getinfo_list(CURL *easy, CURLINFO info, struct curl_slist **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLMcode longwave_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode longwave_multi_setopt_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode longwave_multi_setopt_socket(CURLM *multi, CURLMoption option, curl_socket_callback value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode longwave_multi_setopt_timer(CURLM *multi, CURLMoption option, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLSHcode longwave_share_setopt_lock(CURLSH *share, curl_lock_data value) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, value);
}
// Returns 1 if libcurl has the list of public suffixes.
static inline int longwave_has_public_suffixes(void) {
    return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_PSL) != 0;
}
// Returns the result, which CURLMsg holds in a union.
static inline CURLcode longwave_message_result(const CURLMsg *message) { return message->data.result; }
